// A profile: what was found out about how an engine is asked, kept in a TOML file, so that no
// later run has to find it out again. It saves questions and no checks: every run tests anew
// whether the engine lists moves, where its total stands and whether it plays Chess960.
#pragma once

#include <expected>
#include <string>
#include <vector>

#include "reference/dialect/detect.h"

namespace perft_verify::reference {

/// Command, options and setup. A command with {depth} and {fen} is started once per question.
struct Profile : EngineOptions {
  DialectWish wish;
};

/// Whether a command line is the name of a profile and not a program.
bool is_profile(const std::vector<std::string>& command);

/// The profile in that file. Words of its command that name a file beside it are that file. The
/// error is one sentence with file, line and column.
std::expected<Profile, std::string> read_profile(const std::string& path);

/// The text of a profile that will stand at `path`, with a comment for each line. Words of
/// `command` that name a file are written relative to the profile. `plays_chess960`: it has been
/// seen to.
std::string profile_text(const Detection& detection, const EngineOptions& options,
                         bool plays_chess960, const std::string& path);

}  // namespace perft_verify::reference
