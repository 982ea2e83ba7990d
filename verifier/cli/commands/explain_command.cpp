#include <fmt/format.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "core/line.h"
#include "core/rules/diagram.h"
#include "core/rules/move_facts.h"
#include "core/text/format.h"
#include "core/text/printable.h"
#include "verifier/classify/classes.h"
#include "verifier/cli/commands.h"
#include "verifier/cli/parse_position.h"
#include "verifier/report/standard_error.h"
#include "verifier/run/result.h"

namespace perft_verify::verifier {
namespace {

using Json = nlohmann::ordered_json;
constexpr std::size_t kWidth = 96;

int wrong_usage(const std::string& text) {
  complain(text);
  return static_cast<int>(ExitCode::Usage);
}

Json json_of(const BugClass& each) {
  return {{"class", each.name},
          {"title", each.title},
          {"what", each.what},
          {"where", each.where},
          {"fix", each.fix}};
}

int list_classes(const ExplainArguments& arguments, StandardOutput& out) {
  if (arguments.json) {
    Json json = Json::array();
    for (const ClassFamily& family : class_families())
      for (const BugClass& each : family.classes) {
        json.push_back(json_of(each));
        json.back()["family"] = family.title;
      }
    out.write(json.dump(1) + "\n");
    return 0;
  }
  std::string text;
  std::size_t count = 0;
  for (const ClassFamily& family : class_families()) {
    text += fmt::format("{}\n", family.title);
    for (const BugClass& each : family.classes) {
      text += fmt::format("  {:<38} {}\n", each.name, each.title);
      ++count;
    }
    text += '\n';
  }
  out.write(text + fmt::format("{} classes; `verify explain NAME` says more of one\n", count));
  return 0;
}

int explain_class(const ExplainArguments& arguments, StandardOutput& out) {
  const BugClass* const found = find_class(arguments.class_name);
  if (found == nullptr) {
    std::string likely;
    for (const std::string_view name : similar_classes(arguments.class_name))
      likely += fmt::format("{}{}", likely.empty() ? "; did you mean " : " or ", name);
    return wrong_usage(
        fmt::format("there is no class of bugs called '{}'{}; `verify explain "
                    "--list` lists them (a FEN needs its move after it)",
                    printable(arguments.class_name), likely));
  }
  if (arguments.json) {
    out.write(json_of(*found).dump(1) + "\n");
    return 0;
  }
  const auto part = [](std::string_view label, std::string_view text) {
    std::string lines = wrapped(text, kWidth, 11);
    lines.replace(2, label.size(), label);
    return lines;
  };
  out.write(fmt::format("{}: {}\n\n", found->name, found->title) + part("what", found->what) +
            part("where", found->where) + part("fix", found->fix));
  return 0;
}

int explain_moves_of(const ExplainArguments& arguments, StandardOutput& out) {
  const auto line =
      parse_line_arguments(arguments.position, arguments.line, {.chess960 = arguments.chess960});
  if (!line) return wrong_usage(line.error());
  const Position& position = line->position();
  std::string text;
  Json json = Json::array();
  Bitboard marked;
  for (const std::string& move : arguments.moves) {
    const auto facts = move_facts(position, move);
    if (!facts)
      return wrong_usage(
          fmt::format("'{}' is no move in the notation of UCI (two squares and "
                      "perhaps a promotion letter: e2e4, e7e8q)",
                      printable(move)));
    const std::string why = facts->legal ? why_legal(position, *facts) : facts->why->sentence;
    text += wrapped(fmt::format("{} is {}: {}", move, facts->legal ? "legal" : "illegal", why),
                    kWidth, 0);
    json.push_back({{"move", move}, {"legal", facts->legal}, {"why", why}});
    marked |= Bitboard{facts->from} | Bitboard{facts->to};
  }
  if (arguments.json) {
    out.write(Json{{"fen", position.fen()}, {"moves", json}}.dump(1) + "\n");
    return 0;
  }
  out.write(text + "\n" + diagram(position, {.marked = marked}) +
            fmt::format("\n{}\n", position.fen()));
  return 0;
}

}  // namespace

int explain_command(const ExplainArguments& arguments, StandardOutput& out) {
  if (arguments.list) return list_classes(arguments, out);
  if (!arguments.class_name.empty()) return explain_class(arguments, out);
  return explain_moves_of(arguments, out);
}

}  // namespace perft_verify::verifier
