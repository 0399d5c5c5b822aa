// SPDX-License-Identifier: MIT
// Matrix files for tests, written byte by byte.
#pragma once

#include <cstring>
#include <string>
#include <vector>

namespace sotto {

struct Npy {
  std::string type = "<f8";
  std::string order = "False";
  std::string shape = "(3, 3)";
  char version = 1;
};

inline std::string npy_header_text(const Npy& npy) {
  return "{'descr': '" + npy.type + "', 'fortran_order': " + npy.order + ", 'shape': " + npy.shape + ", }\n";
}

/// A file with this header text and these bytes.
inline std::string npy_file_of(const std::string& header, const std::string& bytes, char version = 1) {
  std::string file = std::string("\x93NUMPY") + version + '\0';
  for (std::size_t k = 0; k < (version == 1 ? 2u : 4u); ++k) file += static_cast<char>(header.size() >> (8 * k) & 0xFF);
  return file + header + bytes;
}

template <class Number>
std::string bytes_of(const std::vector<double>& values) {
  std::string bytes;
  for (const double value : values) {
    const auto number = static_cast<Number>(value);
    char raw[sizeof number];
    std::memcpy(raw, &number, sizeof number);
    bytes.append(raw, sizeof number);
  }
  return bytes;
}

template <class Number>
std::string npy_file(const Npy& npy, const std::vector<double>& values) {
  return npy_file_of(npy_header_text(npy), bytes_of<Number>(values), npy.version);
}

}  // namespace sotto
