// The examination of a wrong answer.
#pragma once

#include <optional>
#include <utility>

#include "reference/mailbox/mailbox_generator.h"
#include "verifier/diagnose/diagnosis.h"
#include "verifier/locate/bisect.h"

namespace perft_verify::verifier::test {

/// The first finding behind the subject's answer; nothing if there is none.
inline std::optional<Finding> examined(reference::Generator& subject,
                                       const reference::Question& question) {
  const auto mailbox = mailbox::make_mailbox_generator();
  auto ours = subject.divide(question, {});
  auto theirs = mailbox->divide(question, {});
  if (!ours || !theirs) return std::nullopt;
  auto finding =
      Bisection(subject, *mailbox, question, {}).locate(std::move(*ours), std::move(*theirs));
  if (!finding) return std::nullopt;
  return Diagnosis(subject, *mailbox, {}).examine(std::move(*finding), 0, nullptr).front();
}

}  // namespace perft_verify::verifier::test
