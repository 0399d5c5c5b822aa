// SPDX-License-Identifier: MIT
// The header of a NumPy file: what its bytes mean.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sotto {

struct NpyHeader {
  std::string type;  ///< "<f8"
  bool columns_first;
  std::vector<std::uint64_t> shape;
};

/// How a reader of NumPy files gets at its file, and how it refuses it (by a rule); `refuse` does not return.
struct NpyFile {
  std::function<std::string(std::uint64_t bytes)> take;  ///< fewer bytes where the file ends
  std::function<void(std::string)> refuse;
};

/// Takes all that lies before the numbers: versions 1.0 and 2.0 of the format, a header of at most 64 KiB.
NpyHeader read_npy_header(const NpyFile& file);

/// All that lies before the numbers of a file that is written: doubles, row by row.
std::string npy_preamble(const std::vector<std::uint64_t>& shape);

/// A type of number that is read, and what its bytes mean.
struct NpyNumber {
  std::string_view name;
  std::uint64_t bytes;
  double (*at)(const char*);
};

/// bool, and little-endian floating (4 or 8 bytes) or whole numbers; nothing for any other name.
std::optional<NpyNumber> npy_number(std::string_view name);
inline constexpr const char* npy_number_rule =
    "must be bool, or little-endian floating (4 or 8 bytes) or whole numbers";

}  // namespace sotto
