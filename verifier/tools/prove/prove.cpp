#include "verifier/tools/prove/prove.h"

#include <fmt/format.h>

#include "core/text/sha256.h"
#include "verifier/locate/witness.h"
#include "verifier/run/stopwatch.h"

namespace perft_verify::verifier {
namespace {

constexpr std::size_t kBatch = 256;

FuzzCase case_of(const Position& position, int depth, std::uint64_t number) {
  FuzzCase result;
  result.number = number;
  result.position = position;
  result.question.root = position.fen();
  result.question.chess960 = position.chess960();
  result.question.depth = depth;
  return result;
}

class Prover {
 public:
  Prover(const ProveOptions& options, const std::stop_token& stop)
      : options_(options),
        stop_(stop),
        subject_(options.subject()),
        reference_(options.reference()),
        inspector_(*subject_, *reference_, options.inspector, stop) {}

  FamilyResult run(const Family& family, const std::function<void(const FamilyResult&)>& progress) {
    FamilyResult result;
    result.family = &family;
    const Stopwatch watch;
    std::vector<FuzzCase> batch;
    const auto flush = [&] {
      if (batch.empty()) return true;
      const bool done = compare(batch, result);
      batch.clear();
      result.seconds = watch.seconds();
      if (progress) progress(result);
      return done;
    };
    bool go_on = true;
    family.all([&](const Position& position) {
      batch.push_back(case_of(position, family.depth, result.positions + batch.size() + 1));
      if (batch.size() == kBatch) go_on = flush();
      return go_on;
    });
    if (go_on) go_on = flush();
    result.whole = go_on && result.positions == family.positions;
    result.seconds = watch.seconds();
    return result;
  }

  [[nodiscard]] bool is_over() const {
    return stop_.stop_requested() || (options_.seconds && watch_.seconds() >= *options_.seconds);
  }
  [[nodiscard]] const CaseJudge& judge() {
    inspector_.finish();
    return inspector_;
  }
  [[nodiscard]] double seconds() const { return watch_.seconds(); }

 private:
  /// Whether to go on.
  bool compare(const std::vector<FuzzCase>& batch, FamilyResult& result) {
    const BatchResult compared = compare_batch(batch, *subject_, *reference_, stop_);
    if (stop_.stop_requested()) return false;
    result.positions += batch.size();
    result.nodes += compared.nodes;
    for (const Suspect& each : compared.suspects) {
      result.refuted = true;
      ++result.differing;
      if (has_enough() || is_over()) return false;
      inspector_.inspect(each);
    }
    return !is_over();
  }
  [[nodiscard]] bool has_enough() const {
    return options_.max_findings && inspector_.findings().size() >= *options_.max_findings;
  }

  const ProveOptions& options_;
  std::stop_token stop_;
  Stopwatch watch_;
  std::unique_ptr<reference::Generator> subject_;
  std::unique_ptr<reference::Generator> reference_;
  Inspector inspector_;
};

}  // namespace

ProveResult prove(const ProveOptions& options, const std::stop_token& stop,
                  const std::function<void(const FamilyResult&)>& progress) {
  ProveResult result;
  Prover prover(options, stop);
  for (const Family* family : options.families) {
    if (prover.is_over() || (family->chess960 && !options.chess960)) {
      result.families.push_back({.family = family});
      continue;
    }
    result.families.push_back(prover.run(*family, progress));
    result.nodes += result.families.back().nodes;
  }
  const CaseJudge& judge = prover.judge();
  result.findings = judge.findings();
  result.undecided = judge.undecided();
  result.seconds = prover.seconds();
  return result;
}

reference::Answer<FamilyAnswers> answers_of(const Family& family, reference::Generator& generator,
                                            const std::stop_token& stop) {
  FamilyAnswers result;
  std::optional<reference::Failure> failure;
  std::string text;
  family.all([&](const Position& position) {
    const FuzzCase each = case_of(position, family.depth, ++result.positions);
    const auto answer = ask_reference(generator, each.question, stop);
    if (!answer) {
      failure = answer.error();
      return false;
    }
    text += each.question.root;
    for (const reference::RootCount& line : answer->lines)
      text += fmt::format(" {} {}", line.move, line.nodes);
    text += '\n';
    // In pieces, so that not all of it has to be kept.
    if (text.size() > (std::size_t{1} << 20)) text = sha256_of(text);
    return true;
  });
  if (failure) return std::unexpected(*failure);
  result.digest = sha256_of(text);
  return result;
}

}  // namespace perft_verify::verifier
