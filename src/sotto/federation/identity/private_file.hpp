// SPDX-License-Identifier: MIT
// Files that only their owner may read: made so from the first moment, and refused when they are not.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "sotto/files/opened_file.hpp"

namespace sotto {

/// Tells whether a file is still the one that was read: a replaced one is another.
struct FileStamp {
  std::uint64_t device;
  std::uint64_t inode;
  std::int64_t size;
  std::int64_t changed_ns;
  bool operator==(const FileStamp&) const = default;
};

/// Nothing where there is no file.
std::optional<FileStamp> stamp_of(const std::filesystem::path& path);

/// Text that is overwritten in memory when it goes.
class Secret {
 public:
  explicit Secret(std::string text) : text_(std::move(text)) {}
  Secret(Secret&&) noexcept = default;
  Secret& operator=(Secret&&) = delete;
  ~Secret();
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

struct PrivateFile {
  Secret content;
  FileStamp stamp;
};

/// A file of the state folder; its faults are those of a store.
inline NamedFile file_of_state(const std::string& field, const std::filesystem::path& path) {
  return {.field = field, .path = path.string(), .kind = FaultKind::store};
}

/// Refuses (InvalidInput, store) what cannot be read, what others can read, and what is longer than 64 KiB.
PrivateFile read_private_file(const NamedFile& file);

/// A new file of mode 0600, on the disk when this returns. Refuses (store) one that exists.
void write_private_file(const NamedFile& file, const Secret& content);

/// The same, but in the place of what is there: a reader and a crash find the old or the new bytes, never a mixture.
void replace_private_file(const NamedFile& file, const Secret& content);

/// Overwritten with zeros on the disk, and then gone; nothing happens where there is no file. Refuses (store) what is
/// no such file. A disk that writes elsewhere than it is told (flash, snapshots) may keep the old bytes.
void wipe_private_file(const NamedFile& file);

}  // namespace sotto
