// SPDX-License-Identifier: MIT
// What a state has promised to hold: the ends of its chains after the last commit, kept outside database and log.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sotto/federation/store/chain.hpp"
#include "sotto/files/opened_file.hpp"

namespace sotto {

/// Rounds of a run that were said, and whose rows a log lost. They come back from neighbours or not at all.
struct LostRounds {
  Digest run;
  std::int64_t promised = 0;  ///< the last one that was said

  bool operator==(const LostRounds&) const = default;
};

struct Mark {
  Digest state;  ///< of owner and key of the state: the mark of another one is none
  std::uint64_t counter = 0;
  std::map<std::string, ChainHead> chains;  ///< by table
  std::optional<Digest> run;                ///< whose rounds were written last
  ChainHead rounds;                         ///< of that run
  ChainHead heard;                          ///< as ChainEnds counts it
  std::vector<LostRounds> lost;

  bool operator==(const Mark&) const = default;
};

/// What is promised once the open transaction is committed. Lost rounds that came back are lost no more.
Mark after(Mark before, const ChainEnds& ends);

/// The last round of a run that may have been sent, as far as the mark says.
std::optional<std::int64_t> promised_round(const Mark& mark, const Digest& run);

/// Lines of words, the last one the digest of all before it. And back; nothing for any other text.
std::string text_of(const Mark& mark);
std::optional<Mark> mark_from(std::string_view text);

// The file has two places that are written in turn, so that one that is torn leaves the other.

/// FOLDER/state.mark.
std::filesystem::path mark_file(const std::filesystem::path& folder);

/// The younger one of the two that can be read; nothing where there is none. Refuses (InvalidInput, store) a file that
/// is no plain one or is open to others.
std::optional<Mark> read_mark(const std::filesystem::path& folder);

class MarkFile {
 public:
  /// Writes both places, whatever was there; on the disk when it returns. Mode 0600.
  MarkFile(const std::filesystem::path& folder, Mark first);

  /// What was written last.
  const Mark& mark() const { return mark_; }
  /// In the hands of the operating system when it returns. The counter is this file's own.
  void write(Mark next);
  /// On the disk when it returns.
  void force();

 private:
  std::filesystem::path file_;
  Descriptor handle_;
  Mark mark_;
};

}  // namespace sotto
