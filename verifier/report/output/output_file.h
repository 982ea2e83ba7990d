// A file that is written completely or not at all: it is created beside its target under another
// name, and renamed when everything is on disk. Devices and pipes are written directly.
#pragma once

#include <expected>
#include <string>
#include <string_view>

namespace perft_verify::verifier {

class OutputFile {
 public:
  /// Creates the temporary file at once, to detect an unwritable path before the run. The error is
  /// one sentence.
  static std::expected<OutputFile, std::string> create(const std::string& name);

  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&& other) noexcept;
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  /// Removes the temporary file unless it was committed.
  ~OutputFile();

  /// Adds text. After an error nothing more is written, and `commit` reports it.
  void write(std::string_view text);
  /// Writes the rest, syncs, renames. After an error the old file is untouched.
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

/// A file with this text. The error is one sentence.
std::expected<void, std::string> write_file(const std::string& path, std::string_view text);

}  // namespace perft_verify::verifier
