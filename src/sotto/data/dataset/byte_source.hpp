// SPDX-License-Identifier: MIT
// The bytes of a data file one after another, unpacked on the way if the file is compressed by gzip.
#pragma once

#include <cstdint>
#include <istream>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "sotto/data/dataset/data_faults.hpp"

namespace sotto {

class Unpacker;

/// Holds 64 KiB of the file (and as much of what is packed), whatever its size.
class ByteSource {
 public:
  /// Whether a stream is compressed is seen by its first bytes, not by its name. Both must outlive the source; what
  /// cannot be read or unpacked is refused through `faults`.
  ByteSource(std::istream& stream, DataFaults& faults);
  ~ByteSource();
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;

  static constexpr int end = -1;
  int next() { return at_ < filled_ || fill() ? static_cast<unsigned char>(buffer_[at_++]) : end; }
  int peek() { return at_ < filled_ || fill() ? static_cast<unsigned char>(buffer_[at_]) : end; }

  /// Fills `out`, or as much of it as there are bytes.
  std::size_t read(std::span<char> out);

  std::uint64_t position() const { return before_buffer_ + at_; }  ///< bytes given so far
  /// How many are left, where that is known without reading them: not of a compressed file.
  std::optional<std::uint64_t> left();
  /// Only where left() is known.
  void go_to(std::uint64_t position);

 private:
  bool fill();
  std::size_t read_raw(std::span<char> out);

  std::istream& stream_;
  DataFaults& faults_;
  std::unique_ptr<Unpacker> unpacker_;
  std::vector<char> buffer_;
  std::size_t at_ = 0, filled_ = 0;
  std::uint64_t before_buffer_ = 0;
};

}  // namespace sotto
