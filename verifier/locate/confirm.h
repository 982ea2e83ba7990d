// Before a subject is blamed: what its finding rests on is asked once more, of the living
// reference in a process that has not heard the first answer, past whatever is remembered, and of
// a second reference.
#pragma once

#include <memory>
#include <stop_token>

#include "verifier/finding/finding.h"
#include "verifier/locate/witness.h"

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
  /// `reference` makes the living one, without a store. `second` may be null, and so may what it
  /// makes be unable to answer.
  Confirmer(reference::Generator& subject, reference::GeneratorFactory reference,
            reference::GeneratorFactory second, std::stop_token stop);

  /// The failure is that of the reference.
  reference::Answer<Standing> confirm(const Finding& finding);
  /// Drops the reduced position of `finding` if the two do not say the same of it.
  void confirm_reduction(Finding& finding);

  /// The living reference's answer.
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
