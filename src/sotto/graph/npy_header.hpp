// SPDX-License-Identifier: MIT
// The header of a NumPy file: what its bytes mean.
#pragma once

#include <cstdint>
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

/// The dictionary of a header, {'descr': '<f8', 'fortran_order': False, 'shape': (3, 3), }: these three keys, once
/// each, and nothing else but blanks. Nothing for any other text.
std::optional<NpyHeader> parse_npy_header(std::string_view text);

}  // namespace sotto
