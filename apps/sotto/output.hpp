// SPDX-License-Identifier: MIT
// Where results go: stdout, and new files.
#pragma once

#include <string>

#include "sotto/report/document/provenance.hpp"

namespace sotto::app {

/// Writes a result to stdout. InvalidInput (store) when it did not arrive, e.g. on a full disk.
void print(const std::string& text);

/// A text for people: where stdout is a terminal, no line is longer than it is wide. Elsewhere the text as it is.
std::string fitted(const std::string& text);

/// Writes a file that must not exist yet; faults name the key that asked for it.
struct NewFile {
  std::string key;
  std::string path;
};
void write_new(const NewFile& file, const std::string& text);

/// Who made this: the program, and its command line.
RunIdentity identity();
void remember_command_line(int count, char** words);

}  // namespace sotto::app
