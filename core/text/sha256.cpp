#include "core/text/sha256.h"

#include <fcntl.h>
#include <fmt/format.h>
// The functions for SHA-256 alone: those that OpenSSL 3 would rather have us call load providers
// and a configuration, and bring six megabytes into the static program.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/evp.h>
#include <openssl/sha.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <span>
#include <vector>

#include "core/text/printable.h"

namespace perft_verify {
namespace {

constexpr std::size_t kChunk = std::size_t{1} << 20;

using Digest = std::array<unsigned char, SHA256_DIGEST_LENGTH>;

class Hasher {
 public:
  Hasher() { SHA256_Init(&state_); }
  void add(std::span<const char> bytes) { SHA256_Update(&state_, bytes.data(), bytes.size()); }
  Digest digest() {
    Digest digest{};
    SHA256_Final(digest.data(), &state_);
    return digest;
  }

 private:
  SHA256_CTX state_{};
};

Digest digest_of(std::string_view bytes) {
  Hasher hasher;
  hasher.add(bytes);
  return hasher.digest();
}

std::string hexadecimal(const Digest& digest) {
  std::string text;
  for (const unsigned char byte : digest) text += fmt::format("{:02x}", byte);
  return text;
}

}  // namespace

std::string sha256_of(std::string_view bytes) { return hexadecimal(digest_of(bytes)); }

std::string sha256_base64_of(std::string_view bytes) {
  const Digest digest = digest_of(bytes);
  std::array<unsigned char, std::size_t{2} * SHA256_DIGEST_LENGTH> encoded{};
  const int length = EVP_EncodeBlock(encoded.data(), digest.data(), SHA256_DIGEST_LENGTH);
  return {encoded.begin(), encoded.begin() + length};
}

std::expected<std::string, std::string> sha256_of_file(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const auto failed = [&path] {
    return std::unexpected(
        fmt::format("{}: cannot be read: {}", printable(path), std::strerror(errno)));
  };
  if (descriptor < 0) return failed();
  Hasher hasher;
  std::vector<char> chunk(kChunk);
  ssize_t count = 0;
  do {
    count = ::read(descriptor, chunk.data(), chunk.size());
    if (count > 0) hasher.add({chunk.data(), static_cast<std::size_t>(count)});
  } while (count > 0 || (count < 0 && errno == EINTR));
  const auto result = count < 0 ? std::expected<std::string, std::string>(failed()) : "";
  ::close(descriptor);
  if (!result) return result;
  return hexadecimal(hasher.digest());
}

}  // namespace perft_verify
