// A file that is written whole or not at all: it is made beside its target under another
// name, and takes its name when everything is on disk. Devices and pipes are written directly.
#pragma once

#include <expected>
#include <string>
#include <string_view>

namespace perft_verify::verifier {

class OutputFile {
 public:
  /// Creates the temporary file at once, so that a path that cannot be written is known
  /// before the run. The error is one sentence.
  static std::expected<OutputFile, std::string> create(const std::string& name);

  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&& other) noexcept;
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  /// Removes the temporary file unless it was committed.
  ~OutputFile();

  /// Adds text. After an error nothing more is written, and `commit` tells of it.
  void write(std::string_view text);
  /// Writes what is left, syncs, renames. After an error the old file is untouched.
  std::expected<void, std::string> commit();

 private:
  OutputFile(std::string path, std::string temporary, int descriptor);
  void flush();
  void discard();

  std::string path_;
  std::string temporary_;
  std::string buffer_;
  std::string error_;
  int descriptor_ = -1;
};

}  // namespace perft_verify::verifier
