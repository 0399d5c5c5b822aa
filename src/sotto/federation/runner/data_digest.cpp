// SPDX-License-Identifier: MIT
// The digest of data files.
#include "sotto/federation/runner/data_digest.hpp"

#include <cerrno>
#include <cstring>

#include "sotto/files/file_stream.hpp"

namespace sotto {
namespace {

/// Digests of pieces, so that a large file is never in memory as a whole.
std::string digests_of_pieces(const char* field, const std::string& path) {
  const NamedFile named{.field = field, .path = path};
  FileStream file(named);
  std::string piece(1 << 20, '\0'), digests;
  while (file) {
    file.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    digests += digest_of(std::string_view(piece).substr(0, static_cast<std::size_t>(file.gcount()))).view();
  }
  if (!file.eof()) refuse_file(named, "cannot be read: " + std::string(std::strerror(errno)));
  return digests;
}

}  // namespace

Digest digest_of_files(const std::string& rows, const std::string& labels) {
  std::string digests = digest_of(digests_of_pieces("--data", rows)).hex();
  if (!labels.empty()) digests += digest_of(digests_of_pieces("--labels", labels)).hex();
  return digest_of(digests);
}

}  // namespace sotto
