#include "verifier/store/exchange.h"

#include <fmt/format.h>

#include "core/fen.h"
#include "core/text/lines.h"
#include "core/text/printable.h"
#include "verifier/suite/json.h"

namespace perft_verify::verifier {

namespace {

constexpr std::size_t kMostLine = std::size_t{1} << 16;
constexpr int kMostDepth = 32;

std::string hexadecimal(std::int64_t checksum) {
  return fmt::format("{:016x}", static_cast<std::uint64_t>(checksum));
}

template <typename T>
std::optional<T> field(const Json& line, const char* name) {
  const auto at = line.find(name);
  if (at == line.end()) return std::nullopt;
  if constexpr (std::is_same_v<T, std::string>) {
    if (!at->is_string()) return std::nullopt;
  } else if constexpr (std::is_same_v<T, bool>) {
    if (!at->is_boolean()) return std::nullopt;
  } else {
    if (!at->is_number_integer()) return std::nullopt;
  }
  return at->get<T>();
}

using Problem = std::unexpected<std::string>;

std::expected<StoreReference, std::string> reference_of(const Json& line) {
  const auto name = field<std::string>(line, "name");
  const auto program = field<std::string>(line, "program");
  const auto arguments = field<std::string>(line, "arguments");
  if (!name || !program || !arguments)
    return Problem("a reference has the texts name, program and arguments");
  const bool is_hash =
      program->size() == 64 && program->find_first_not_of("0123456789abcdef") == std::string::npos;
  if (!is_hash) return Problem("program is to be a SHA-256 in 64 hexadecimal digits");
  if (name->empty() || name->size() > 1000 || has_control_characters(*name) ||
      has_control_characters(*arguments))
    return Problem("the name or the arguments are no printable text");
  return StoreReference{*name, *program, *arguments};
}

std::expected<RememberedAnswer, std::string> answer_of(const Json& line,
                                                       const StoreReference& reference) {
  const auto position = field<std::string>(line, "position");
  const auto chess960 = field<bool>(line, "chess960");
  const auto depth = field<int>(line, "depth");
  const auto counts = field<std::string>(line, "counts");
  const auto checksum = field<std::string>(line, "checksum");
  if (!position || !chess960 || !depth || !counts || !checksum)
    return Problem("an answer has position, chess960, depth, counts and checksum");
  const auto parsed = parse_fen_as(*position, *chess960);
  if (!parsed) return Problem(fmt::format("the position: {}", parsed.error().message()));
  if (*depth < 1 || *depth > kMostDepth) return Problem("the depth is out of range");
  RememberedAnswer answer{reference, {*position, *chess960, *depth}, {}};
  auto divide = parse_counts(answer.key, *counts);
  if (!divide) return Problem("the counts are not `move:count` in the order of the moves");
  if (*checksum != hexadecimal(checksum_of(reference, answer.key, *counts)))
    return Problem("the checksum is wrong: the line was changed, or belongs to another reference");
  answer.divide = std::move(*divide);
  return answer;
}

}  // namespace

void ExchangeWriter::write(const RememberedAnswer& answer) {
  const auto put = [this](const Json& json) { sink_(line_of(json) + "\n"); };
  if (reference_ != answer.reference) {
    reference_ = answer.reference;
    put({{"name", reference_->name},
         {"program", reference_->program},
         {"arguments", reference_->arguments}});
  }
  const std::string counts = counts_text(answer.key, answer.divide).value_or("");
  put({{"position", answer.key.position},
       {"chess960", answer.key.chess960},
       {"depth", answer.key.depth},
       {"counts", counts},
       {"checksum", hexadecimal(checksum_of(answer.reference, answer.key, counts))}});
}

std::expected<std::vector<RememberedAnswer>, std::string> read_exchange(const std::string& file,
                                                                        std::string_view text) {
  std::vector<RememberedAnswer> answers;
  std::optional<StoreReference> reference;
  std::size_t number = 0;
  while (!text.empty()) {
    ++number;
    const std::string_view line = take_line(text);
    const auto wrong = [&](const std::string& what) {
      return Problem(
          fmt::format("{}:{}: {}\n    {}", printable(file), number, what, printable(line, 120)));
    };
    if (line.size() > kMostLine) return wrong("this line is too long for a remembered answer");
    const Json json = Json::parse(line, nullptr, false);
    if (!json.is_object()) return wrong("a JSON object on one line is expected");
    if (json.contains("name")) {
      auto next = reference_of(json);
      if (!next) return wrong(next.error());
      reference = std::move(*next);
      continue;
    }
    if (!reference) return wrong("no line before this one says whose answer it is");
    auto answer = answer_of(json, *reference);
    if (!answer) return wrong(answer.error());
    answers.push_back(std::move(*answer));
  }
  return answers;
}

}  // namespace perft_verify::verifier
