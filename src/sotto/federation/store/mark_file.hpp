// SPDX-License-Identifier: MIT
// The file of a mark: two places that are written in turn, so that one that is torn leaves the other.
#pragma once

#include <filesystem>
#include <optional>

#include "sotto/federation/store/mark.hpp"

namespace sotto {

/// FOLDER/state.mark.
std::filesystem::path mark_file(const std::filesystem::path& folder);

/// The younger one of the two that can be read; nothing where there is none. Refuses (InvalidInput, store) a file that
/// is no plain one or is open to others.
std::optional<Mark> read_mark(const std::filesystem::path& folder);

class MarkFile {
 public:
  /// Writes both places, whatever was there; on the disk when it returns. Mode 0600.
  MarkFile(const std::filesystem::path& folder, Mark first);
  ~MarkFile();
  MarkFile(const MarkFile&) = delete;
  MarkFile& operator=(const MarkFile&) = delete;

  /// What was written last.
  const Mark& mark() const { return mark_; }
  /// In the hands of the operating system when it returns. The counter is this file's own.
  void write(Mark next);
  /// On the disk when it returns.
  void force();

 private:
  std::filesystem::path file_;
  int handle_ = -1;
  Mark mark_;
};

}  // namespace sotto
