// Confirms a finding before the subject is blamed: the answers behind it are requested again from
// the live reference, in a process that has not given the first answer and without stored answers,
// and from a second reference.
#pragma once

#include <memory>
#include <stop_token>

#include "verifier/finding/finding.h"
#include "verifier/locate/ask.h"

namespace perft_verify::verifier {

/// The support by others for the answers that a finding rests on.
struct Standing {
  bool repeated = true;  // the reference says the same again
  /// The second reference's vote; nothing where there is none or it does not answer.
  std::optional<Vote> second;

  [[nodiscard]] bool second_sides_with(Side side) const { return second && second->side == side; }
  /// The reference's word suffices if it repeats it; else the second reference has to agree.
  [[nodiscard]] bool blames_subject() const {
    return repeated ? !second_sides_with(Side::Subject) : second_sides_with(Side::Reference);
  }
};

class Confirmer {
 public:
  /// `reference` makes the live one, without a store. `second` may be null, or make a generator
  /// that cannot answer.
  Confirmer(reference::Generator& subject, reference::GeneratorFactory reference,
            reference::GeneratorFactory second, std::stop_token stop);

  /// The failure is that of the reference.
  reference::Answer<Standing> confirm(const Finding& finding);
  /// Drops the reduced position of `finding` if the reference does not repeat its count there, or
  /// the two references disagree about it.
  void confirm_reduction(Finding& finding);

  /// The live reference's answer.
  reference::Answer<reference::Divide> ask_again(const reference::Question& question);
  /// The second reference's, if there is one.
  std::optional<reference::Divide> ask_second(const reference::Question& question);
  /// The subject's answer, for comparison with `answer`: a subject that lists no moves is asked for
  /// those of `answer`.
  reference::Divide beside(const reference::Question& question, const reference::Divide& subject,
                           const reference::Divide& answer);
  /// Empty if there is none.
  [[nodiscard]] std::string name_of_second();

 private:
  reference::Answer<Standing> confirm_state(const Finding& finding);
  reference::Generator* second();

  reference::Generator& subject_;
  reference::GeneratorFactory make_reference_;
  reference::GeneratorFactory make_second_;
  std::stop_token stop_;
  std::unique_ptr<reference::Generator> reference_;
  std::unique_ptr<reference::Generator> second_;
};

}  // namespace perft_verify::verifier
