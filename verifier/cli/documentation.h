// Documentation generated from the tree of commands and options: man pages, and completions for
// bash, zsh and fish. One walker makes all of them, so none can forget an option.
#pragma once

#include <expected>
#include <filesystem>
#include <string>

namespace CLI {
class App;
}

namespace perft_verify::verifier {

/// Writes man/man1/perft-verify*.1 and the completions into `folder`, in the layout of /usr/share.
/// The error names the file that could not be written.
std::expected<void, std::string> write_documentation(const CLI::App& app,
                                                     const std::filesystem::path& folder);

}  // namespace perft_verify::verifier
