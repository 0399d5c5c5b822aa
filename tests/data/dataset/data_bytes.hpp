// SPDX-License-Identifier: MIT
// Data files for tests, as bytes, and what reading them says.
#pragma once

#include <zlib.h>

#include <sstream>
#include <stdexcept>
#include <string>

#include "sotto/data/dataset/read_dataset.hpp"
#include "sotto/input/invalid_input.hpp"

namespace sotto::test {

inline std::string gzipped(const std::string& text) {
  z_stream state{};
  deflateInit2(&state, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
  std::string packed(deflateBound(&state, text.size()) + 64, '\0'), given = text;
  state.next_in = reinterpret_cast<Bytef*>(given.data());
  state.avail_in = static_cast<uInt>(given.size());
  state.next_out = reinterpret_cast<Bytef*>(packed.data());
  state.avail_out = static_cast<uInt>(packed.size());
  if (deflate(&state, Z_FINISH) != Z_STREAM_END) throw std::runtime_error("not packed");
  packed.resize(state.total_out);
  deflateEnd(&state);
  return packed;
}

/// An IDX file: 32-bit sizes, the most significant byte first.
inline std::string idx_file(char code, const std::vector<std::uint32_t>& sizes, const std::string& numbers) {
  std::string file = {'\0', '\0', code, static_cast<char>(sizes.size())};
  for (const std::uint32_t size : sizes)
    for (int shift = 24; shift >= 0; shift -= 8) file += static_cast<char>(size >> shift & 0xFF);
  return file + numbers;
}

struct DataFile {
  std::string bytes;
  std::string labels = {};
};

inline Dataset read(const DataFile& file, const DataSource& source, const Schema& schema,
                    ReadFor purpose = ReadFor::fitting) {
  std::istringstream rows(file.bytes), labels(file.labels);
  return read_dataset({.rows = rows, .labels = source.labels_path.empty() ? nullptr : &labels}, source, schema,
                      purpose);
}

/// What is said when a file is refused; nothing when it is read.
inline std::string refusal(const DataFile& file, const DataSource& source, const Schema& schema,
                           ReadFor purpose = ReadFor::fitting) {
  try {
    read(file, source, schema, purpose);
    return "";
  } catch (const InvalidInput& refused) {
    return std::string(refused.kind() == FaultKind::data ? "data| " : "configuration| ") + refused.what();
  }
}

inline const std::vector<double>& dense_values(const Dataset& data) {
  return std::get<Records>(data.rows.features).values;
}

}  // namespace sotto::test
