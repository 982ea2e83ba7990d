// When memory ends, or an exception is thrown where none can be caught.
#pragma once

namespace perft_verify::verifier {

/// From now on
/// - the first allocation that fails is granted from a reserve, so that a run that is nearly done
///   comes to its end; the second is thrown as ever (Meyers, Effective C++, "Understand the
///   behavior of the new-handler"). The JSON library cannot even free its values without memory;
/// - an exception that nothing catches ends the process with a sentence and exit code 70, and not
///   by a signal.
void prepare_for_emergencies();

}  // namespace perft_verify::verifier
