// Programs that are started once for each question and answer on standard output: a script
// called as SCRIPT DEPTH FEN [MOVES], or any command line with {depth}, {fen} and {moves}.
#pragma once

#include "reference/dialect/detect.h"

namespace perft_verify::reference {

/// A script's command line as a template: CMD {depth} {fen} {moves}.
std::vector<std::string> script_template(const std::vector<std::string>& command);

/// Finds out how to read a program that is started as `options.command` says, in which {depth},
/// {fen} and {moves} are replaced; a word that is {moves} alone is left out where there are none.
/// An `options.command` without any of these is a script's.
std::expected<Detection, NotDetected> detect_script(EngineOptions options,
                                                    const std::stop_token& stop);

/// `options.command` is a template; `dialect` as detect_script() found it.
std::unique_ptr<Generator> make_script_engine(EngineOptions options, Dialect dialect);

}  // namespace perft_verify::reference
