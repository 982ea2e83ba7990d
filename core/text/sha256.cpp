#include "core/text/sha256.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <openssl/evp.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

#include "core/text/printable.h"

namespace perft_verify {
namespace {

constexpr std::size_t kChunk = std::size_t{1} << 20;

std::string hexadecimal(std::span<const unsigned char> digest) {
  std::string text;
  for (const unsigned char byte : digest) text += fmt::format("{:02x}", byte);
  return text;
}

}  // namespace

std::string sha256_of(std::string_view bytes) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned length = 0;
  EVP_Digest(bytes.data(), bytes.size(), digest.data(), &length, EVP_sha256(), nullptr);
  return hexadecimal({digest.data(), length});
}

std::expected<std::string, std::string> sha256_of_file(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const auto failed = [&path] {
    return std::unexpected(
        fmt::format("{}: cannot be read: {}", printable(path), std::strerror(errno)));
  };
  if (descriptor < 0) return failed();
  const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(),
                                                                        EVP_MD_CTX_free);
  EVP_DigestInit_ex(context.get(), EVP_sha256(), nullptr);
  std::vector<char> chunk(kChunk);
  ssize_t count = 0;
  do {
    count = ::read(descriptor, chunk.data(), chunk.size());
    if (count > 0) EVP_DigestUpdate(context.get(), chunk.data(), static_cast<std::size_t>(count));
  } while (count > 0 || (count < 0 && errno == EINTR));
  const auto result = count < 0 ? std::expected<std::string, std::string>(failed()) : "";
  ::close(descriptor);
  if (!result) return result;
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned length = 0;
  EVP_DigestFinal_ex(context.get(), digest.data(), &length);
  return hexadecimal({digest.data(), length});
}

}  // namespace perft_verify
