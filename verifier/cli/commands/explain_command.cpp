#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "core/line.h"
#include "core/notation.h"
#include "core/rules/diagram.h"
#include "core/rules/move_facts.h"
#include "core/rules/written_move.h"
#include "core/text/format.h"
#include "core/text/printable.h"
#include "verifier/cli/arguments/parse_position.h"
#include "verifier/cli/arguments/raw_arguments.h"
#include "verifier/cli/commands.h"
#include "verifier/cli/reports/audit_classes.h"
#include "verifier/report/output/standard_error.h"
#include "verifier/suite/json.h"

namespace perft_verify::verifier {
namespace {

/// `verify explain CLASS` or `verify explain FEN MOVE…`
struct ExplainArguments {
  std::vector<std::string> words;  // as given
  std::string class_name;          // empty where a position is given
  std::string position;            // FEN, or "startpos"
  std::vector<std::string> line;   // moves played before those that are explained
  std::vector<std::string> moves;  // to be explained
  Chess960 chess960 = Chess960::Auto;
  bool list = false;
  bool json = false;
};

Json json_of(const BugText& each) {
  return {{"class", each.name},
          {"title", each.title},
          {"what", each.what},
          {"where", each.where},
          {"fix", each.fix}};
}

int list_classes(const ExplainArguments& arguments, StandardOutput& out) {
  const std::vector<AuditClass> of_audit = audit_classes();
  std::vector<std::pair<std::string_view, BugText>> classes;  // each with its family
  for (const CatalogEntry& each : catalog())
    if (each.is_class()) classes.emplace_back(each.family, each.text);
  for (const AuditClass& each : of_audit) classes.emplace_back(kAuditFamily, each.text());

  if (arguments.json) {
    Json json = Json::array();
    for (const auto& [family, bug] : classes) {
      json.push_back(json_of(bug));
      json.back()["family"] = family;
    }
    out.write(page_of(json));
    return 0;
  }
  std::string text;
  std::string_view above;
  for (const auto& [family, bug] : classes) {
    if (family != above) text += fmt::format("{}{}\n", text.empty() ? "" : "\n", family);
    text += fmt::format("  {:<38} {}\n", bug.name, bug.title);
    above = family;
  }
  out.write(text +
            fmt::format("\n{} classes; `verify explain NAME` says more of one\n", classes.size()));
  return 0;
}

/// A bug of the zoo that docs/gate.md lists, and that findings name by its class; null if there is
/// none of that name.
const CatalogEntry* find_variant(std::string_view name) {
  const auto at = std::ranges::find_if(catalog(), [&](const CatalogEntry& each) {
    return !each.is_class() && each.text.name == name;
  });
  return at == catalog().end() ? nullptr : &*at;
}

int explain_class(const ExplainArguments& arguments, StandardOutput& out) {
  const auto of_audit = find_audit_class(arguments.class_name);
  const CatalogEntry* const variant = find_variant(arguments.class_name);
  std::optional<BugText> found;
  if (variant != nullptr)
    found = entry_of(variant->bug_class).text;
  else if (const CatalogEntry* const named = find_class(arguments.class_name))
    found = named->text;
  else if (of_audit)
    found = of_audit->text();
  if (!found) {
    std::string likely;
    for (const std::string_view name : similar_classes(arguments.class_name))
      likely += fmt::format("{}{}", likely.empty() ? "; did you mean " : " or ", name);
    return failed(ExitCode::Usage,
                  fmt::format("there is no class of bugs called '{}'{}; `verify explain "
                              "--list` lists them (a FEN needs its move after it)",
                              printable(arguments.class_name), likely));
  }
  if (arguments.json) {
    Json json = json_of(*found);
    if (variant != nullptr) json["variant"] = variant->text.name;
    out.write(page_of(json));
    return 0;
  }
  const auto part = [](std::string_view label, std::string_view text) {
    std::string lines = wrapped(text, kTextColumns, 11);
    lines.replace(2, label.size(), label);
    return lines;
  };
  const std::string title = fmt::format("{}: {}", found->name, found->title);
  out.write((variant == nullptr
                 ? title + "\n\n"
                 : fmt::format("{}: {}\n\n", variant->text.name, variant->text.title) +
                       part("class", title)) +
            part("what", found->what) + part("where", found->where) + part("fix", found->fix));
  return 0;
}

/// A move as it was written and as UCI text.
struct WrittenAndUci {
  std::string written;
  std::string uci;
};

/// The moves that the texts may mean: several where a text fits several.
std::expected<std::vector<WrittenAndUci>, std::string> moves_meant(
    const Position& position, const std::vector<std::string>& texts) {
  std::vector<WrittenAndUci> moves;
  for (const std::string& text : texts) {
    // UCI is taken at its word.
    if (parse_move_text(text)) {
      moves.push_back({text, text});
      continue;
    }
    const auto meant = read_move(position, text);
    if (!meant || (meant->legal.empty() && meant->meant.empty()))
      return std::unexpected(
          meant ? fmt::format("'{}': {} has no piece that can be meant", printable(text),
                              to_string(position.side_to_move()))
                : fmt::format("'{}' is not a move (e2e4, e7e8q, Nf3, O-O)", printable(text)));
    for (const Move move : meant->legal)
      moves.push_back({printable(text), to_uci(move, position.chess960())});
    for (const std::string& move : meant->meant) moves.push_back({printable(text), move});
  }
  return moves;
}

/// Whether a word after a FEN's first four fields is no clock of it.
bool is_no_clock(const std::string& word) {
  return word.find_first_not_of("0123456789-") != std::string::npos &&
         read_move(Position(), word).has_value();
}

int explain_moves_of(const ExplainArguments& arguments, StandardOutput& out) {
  const auto line =
      parse_line_arguments(arguments.position, arguments.line, {.chess960 = arguments.chess960});
  if (!line) return failed(ExitCode::Usage, line.error());
  const Position& position = line->position();
  const auto moves = moves_meant(position, arguments.moves);
  if (!moves) return failed(ExitCode::Usage, moves.error());
  std::string text;
  Json json = Json::array();
  Bitboard marked;
  for (const auto& [written, move] : *moves) {
    const auto facts = move_facts(position, move);
    const std::string why = facts->legal ? why_legal(position, *facts) : facts->why->sentence;
    text += wrapped(
        fmt::format("{}{} is {}: {}", written, written == move ? "" : fmt::format(" ({})", move),
                    facts->legal ? "legal" : "illegal", why),
        kTextColumns, 0);
    json.push_back({{"move", move}, {"legal", facts->legal}, {"why", why}});
    marked |= Bitboard{facts->from} | Bitboard{facts->to};
  }
  if (arguments.json) {
    out.write(page_of({{"fen", position.fen()}, {"moves", json}}));
    return 0;
  }
  out.write(text + "\n" + diagram(position, {.marked = marked}) +
            fmt::format("\n{}\n", position.fen()));
  return 0;
}

int explain(const ExplainArguments& arguments, StandardOutput& out) {
  if (arguments.list) return list_classes(arguments, out);
  if (!arguments.class_name.empty()) return explain_class(arguments, out);
  return explain_moves_of(arguments, out);
}

std::expected<void, std::string> understand(ExplainArguments& arguments) {
  std::vector<std::string> words = arguments.words;
  if (arguments.list) {
    if (!words.empty()) return std::unexpected("--list stands alone");
    return {};
  }
  if (words.empty())
    return std::unexpected(
        "name a class of bugs, or a FEN and a move; `verify explain --list` lists the classes");
  // A FEN may come as one word or as several; only its board has slashes.
  if (words.front() != "startpos" && !words.front().contains('/')) {
    if (words.size() > 1)
      return std::unexpected("one class at a time; or is the FEN missing before the move?");
    arguments.class_name = words.front();
    return {};
  }
  std::size_t end = 1;
  if (words.front().contains('/') && !words.front().contains(' '))
    while (end < words.size() && end < 6 && !parse_move_text(words[end]) &&
           !(end >= 4 && is_no_clock(words[end])))
      ++end;
  arguments.position = words.front();
  for (std::size_t at = 1; at < end; ++at) arguments.position += " " + words[at];
  arguments.moves.assign(words.begin() + static_cast<std::ptrdiff_t>(end), words.end());
  if (arguments.moves.empty())
    return std::unexpected("which move? Write it after the FEN: e2e4, e7e8q, Nf3, O-O");
  return {};
}

}  // namespace

void add_explain_command(CommandLine& line) {
  const auto arguments = std::make_shared<ExplainArguments>();
  CLI::App* const command =
      line.add("explain", "Say why a move is legal or illegal, or what a class of bugs is",
               [&line, arguments]() -> Ran {
                 if (auto ok = understand(*arguments); !ok)
                   return wrong(fmt::format("explain: {}", ok.error()));
                 return explain(*arguments, line.out());
               });
  command->add_option("WHAT", arguments->words, "A class of bugs, or a FEN (or startpos) and moves")
      ->type_name("CLASS | FEN MOVE...");
  command
      ->add_option("--moves", arguments->line,
                   "Moves played from the FEN before, as UCI, SAN or PGN write them")
      ->type_name("\"M1 M2 …\"")
      ->delimiter(' ')
      ->allow_extra_args(false);
  command->add_flag("--list", arguments->list, "All classes, by family");
  command->add_flag("--json", arguments->json, "For programs");
  add_chess960_option(*command, arguments->chess960);
  command->footer(
      "Examples: verify explain \"8/8/8/4k3/8/8/8/K3R3 b - - 0 1\" e5e6\n"
      "          verify explain king-xray\n"
      "          verify explain --list");
}

}  // namespace perft_verify::verifier
