// Asks a generator so that one hiccup is not a verdict: a failed question is repeated in a fresh
// process, and only a repeated failure is believed.
#pragma once

#include <stop_token>

#include "reference/generator.h"

namespace perft_verify::verifier {

/// An answer, or the failure and whether it was repeated.
struct AskFailure {
  reference::Failure failure;
  /// False: the second, fresh process answered, so the question cannot be blamed for the failure.
  /// Meaningless for failures that are not worth repeating.
  bool repeatable = true;
};

template <typename T>
using Asked = std::expected<T, AskFailure>;

/// Whether asking again could make a difference.
bool is_fault(reference::FailureKind kind);

/// Whether it lives on without an answer. An engine that complains while it counts looks like one
/// that refuses the position.
bool is_unanswered(reference::FailureKind kind);

/// Divides; a failed question is repeated once in a fresh process. For a subject, an answer
/// at the second try is a failure that is not repeatable; for a reference it is the answer.
/// A reference's total must be the sum of its lines.
Asked<reference::Divide> ask_subject(reference::Generator& subject,
                                     const reference::Question& question,
                                     const std::stop_token& stop);
reference::Answer<reference::Divide> ask_reference(reference::Generator& reference,
                                                   const reference::Question& question,
                                                   const std::stop_token& stop);
/// Several at once; if that fails, one by one, so that answerable ones are answered.
reference::Answer<std::vector<reference::Divide>> ask_reference(
    reference::Generator& reference, const std::vector<reference::Question>& questions,
    const std::stop_token& stop);

/// The FEN of the position after `question.moves`, by the reference's own board: side and rights as
/// it shows them, and the en passant square after every double push on that board (the wire rule),
/// regardless of the reference's own rule for it. A failure is repeated once in a fresh process.
reference::Answer<std::string> reference_fen(reference::Generator& reference,
                                             const reference::Question& question,
                                             const std::stop_token& stop);
/// Several at once, all in the same variant of chess.
reference::Answer<std::vector<std::string>> reference_fens(
    reference::Generator& reference, const std::vector<reference::Question>& questions,
    const std::stop_token& stop);

}  // namespace perft_verify::verifier
