// SPDX-License-Identifier: MIT
// Files that hold a mark, of every kind that somebody may take for another; and what is no file at all.
#pragma once

#include <string>

#include "system/program.hpp"

namespace sotto::test {

/// No other text holds these. The second one stands where numbers are wanted; one more than it counts nodes from 0.
inline const std::string mark = "zq7mark5", number_mark = "70409131", next_number = "70409132";

bool holds_a_mark(const Transcript& said);

/// What a file most likely is that stands in the wrong place: a document (TOML, JSON), or a table (records, a graph).
enum class Marked { documents, tables };

/// Makes all of them in `folder`.
void make_marked_files(const TemporaryFolder& folder);

/// Names of those to try where documents, or tables, are read. Rows, a key, a binary file, one long line, a pipe, a
/// folder, a device and a link that leads nowhere are among both.
Words marked_files(Marked kind);

/// Of those the ones that are enough for a place where nothing is read.
Words few_marked_files();

/// Folders that look like a state or like results, every file in them marked; or a pipe or a link in the place of each.
Words make_marked_folders(const TemporaryFolder& folder);

}  // namespace sotto::test
