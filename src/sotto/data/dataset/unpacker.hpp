// SPDX-License-Identifier: MIT
// Bytes that gzip has packed, unpacked as they come.
#pragma once

#include <zlib.h>

#include <functional>
#include <span>
#include <vector>

#include "sotto/data/dataset/data_faults.hpp"

namespace sotto {

class Unpacker {
 public:
  /// Fills a span with packed bytes, or as much of it as there are.
  using Packed = std::function<std::size_t(std::span<char>)>;

  Unpacker(std::vector<char> first_bytes, Packed more, DataFaults& faults);
  ~Unpacker();
  Unpacker(const Unpacker&) = delete;
  Unpacker& operator=(const Unpacker&) = delete;

  /// Fills `out`, or as much of it as there are bytes. What is cut off or damaged is refused.
  std::size_t read(std::span<char> out);

 private:
  bool has_packed();
  void end_member();

  Packed more_;
  DataFaults& faults_;
  std::vector<char> packed_;
  z_stream state_{};
  bool in_member_ = false;
};

}  // namespace sotto
