// SPDX-License-Identifier: MIT
// What an unfinished job leaves: a folder NAME.unfinished, which one program at a time may write.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sotto/files/opened_file.hpp"

namespace sotto {

/// It holds journal.jsonl, whose first line names the program, and files that a job replaces as it goes on. It is
/// locked while it is open.
class JournalFolder {
 public:
  /// Opens or makes it. Refuses (InvalidInput, store) one that another program writes, that another version of this
  /// one wrote, or that holds something else; half a line at its end is what a crash leaves, and is dropped.
  JournalFolder(const std::filesystem::path& target, const std::string& program);

  /// Where the journal of this target lies.
  static std::filesystem::path of(const std::filesystem::path& target);

  const std::filesystem::path& folder() const { return folder_; }
  /// Those that were there when it was opened, but for the first.
  const std::vector<std::string>& lines() const { return lines_; }
  /// A line more, on the disk when this returns.
  void append(const std::string& line);

  /// The whole of a file beside the lines, as it was left or replaced; nothing where there is none.
  std::optional<std::string> read(const std::string& name) const;
  void replace(const std::string& name, std::string_view bytes) const;

  /// Takes it away, with these files: the results lie elsewhere now.
  void remove(const std::vector<std::string>& names = {});

  [[noreturn]] void refuse(const std::string& why) const;
  /// Refuses the k-th of lines().
  [[noreturn]] void refuse_line(std::size_t k) const;

 private:
  void read_lines();

  std::filesystem::path folder_;
  std::string program_;
  std::optional<Descriptor> file_;
  std::vector<std::string> lines_;
};

}  // namespace sotto
