// SPDX-License-Identifier: MIT
// Any bytes as a NumPy file, and any numbers in a sound one.
#include "fuzz/read_or_refuse.hpp"

namespace sotto::fuzz {
namespace {

/// What lies before the numbers of a sound file.
std::string sound_start(std::uint8_t rows, bool columns_first) {
  const std::string header = std::string("{'descr': '<f8', 'fortran_order': ") + (columns_first ? "True" : "False") +
                             ", 'shape': (" + std::to_string(rows) + ", 3), }\n";
  return std::string("\x93NUMPY\1\0", 8) + static_cast<char>(header.size()) + '\0' + header;
}

}  // namespace

/// The first byte chooses how it is read, the second one how many rows are declared.
void npy_files(Bytes bytes) {
  if (bytes.size() < 2) return;
  const std::uint8_t choice = bytes[0], rows = bytes[1];
  const Schema schema{.columns = {{.name = "x", .range = PublicRange{-1, 3}},
                                  {.name = "y", .role = ColumnRole::label, .range = PublicRange{0, 2}},
                                  {.name = "z", .scaling = Scaling::none}},
                      .norm = 3,
                      .missing = {choice % 2 == 0 ? MissingAction::drop : MissingAction::refuse},
                      .sparse = choice % 4 < 2};
  std::string file = choice % 8 < 4 ? sound_start(rows, choice % 16 < 8) : "";
  file += text_of(bytes.subspan(2));
  if (choice >= 128 && choice % 8 < 4) file.resize(sound_start(rows, choice % 16 < 8).size() + rows * 24u, '\x7f');
  const bool predicting = choice % 64 < 16;
  read_or_refuse(
      {file},
      {.path = "x.npy", .declared_rows = predicting || rows == 0 ? std::nullopt : std::optional<std::uint64_t>(rows)},
      schema, predicting || rows == 0 ? ReadFor::predicting : ReadFor::fitting);
}

}  // namespace sotto::fuzz
