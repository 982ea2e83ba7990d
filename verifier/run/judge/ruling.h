// The decision on a row where the two sides differ, or one of them fails: which side is right, and
// the findings where it is the reference.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "verifier/diagnose/diagnosis.h"
#include "verifier/locate/both_sides.h"
#include "verifier/locate/confirm.h"
#include "verifier/run/judge/row_state.h"
#include "verifier/run/model/options.h"

namespace perft_verify::verifier {

class Ruling {
 public:
  /// The tries with a reference that contradicts itself.
  static constexpr int kTries = 2;
  static constexpr const char* kNotRepeated =
      "the reference contradicts itself: it does not say again what differed";

  /// `known_faults` may be null.
  Ruling(const RunOptions& options, reference::Generator& subject, reference::Generator& reference,
         std::stop_token stop, KnownFaults* known_faults);

  /// Decides which side is right. A finding is written only if the live reference confirms it; a
  /// reference that contradicts itself is tried twice.
  void settle_mismatch(const reference::Question& question, const reference::Divide& subject,
                       reference::Divide reference, RowState& state);
  /// The decision by the votes of others on a finding: the verdict of the row; that the subject is
  /// right there after all; nothing.
  enum class Settled : std::uint8_t { Row, SubjectIsRight, Nothing };
  Settled settle(Finding finding, const reference::Divide& subject,
                 const reference::Divide& reference, RowState& state);

  void subject_failed(const reference::Question& question, const AskFailure& asked,
                      RowState& state);
  static void reference_failed(const reference::Failure& failure, RowState& state);
  static void reference_contradicts_itself(const std::string& why, RowState& state);

  /// Diagnoses a finding, which is confirmed, and writes what comes of it.
  void diagnose(Finding finding, RowState& state);
  /// Writes findings that are diagnosed.
  void write(std::vector<Finding> findings, RowState& state);

  Confirmer& confirmer() { return confirmer_; }

 private:
  /// No finding: the reference contradicts itself, or the run was stopped.
  std::expected<Finding, Undecided> locate(const reference::Question& question,
                                           const reference::Divide& subject,
                                           const reference::Divide& reference);
  /// Asks the live reference the whole question again. A new answer is put to a third generator;
  /// returns whether that settles the row.
  bool takes_new_answer(const reference::Question& question, const reference::Divide& subject,
                        reference::Divide& reference, RowState& state);
  /// A failure may be caused by a wrong move that a smaller depth shows, before it is played.
  std::optional<Finding> wrong_before_failing(const reference::Question& question);

  const RunOptions& options_;
  reference::Generator& subject_;
  reference::Generator& reference_;
  std::stop_token stop_;
  Diagnosis diagnosis_;
  Confirmer confirmer_;
  KnownFaults* known_faults_;
};

}  // namespace perft_verify::verifier
