// SPDX-License-Identifier: MIT
// Bytes that gzip has packed, unpacked as they come.
#include "sotto/data/dataset/unpacker.hpp"

#include <new>
#include <utility>

namespace sotto {
namespace {

constexpr std::size_t packed_bytes = 65536;
constexpr int gzip_only = 16 + MAX_WBITS;  // zlib's way to ask for gzip's frame, with its check sum

}  // namespace

Unpacker::Unpacker(std::vector<char> first_bytes, Packed more, DataFaults& faults)
    : more_(std::move(more)), faults_(faults), packed_(std::move(first_bytes)) {
  state_.next_in = reinterpret_cast<Bytef*>(packed_.data());
  state_.avail_in = static_cast<uInt>(packed_.size());
  if (inflateInit2(&state_, gzip_only) != Z_OK) throw std::bad_alloc();
}

Unpacker::~Unpacker() {
  inflateEnd(&state_);
}

bool Unpacker::has_packed() {
  if (state_.avail_in > 0) return true;
  packed_.resize(packed_bytes);
  state_.next_in = reinterpret_cast<Bytef*>(packed_.data());
  state_.avail_in = static_cast<uInt>(more_(packed_));
  return state_.avail_in > 0;
}

/// A file may hold several packed parts, one after another.
void Unpacker::end_member() {
  in_member_ = false;
  inflateReset(&state_);
}

std::size_t Unpacker::read(std::span<char> out) {
  state_.next_out = reinterpret_cast<Bytef*>(out.data());
  state_.avail_out = static_cast<uInt>(out.size());
  while (state_.avail_out > 0) {
    if (!has_packed()) {
      if (in_member_) faults_.refuse("", "is compressed by gzip and cut off");
      break;
    }
    in_member_ = true;
    const int answer = inflate(&state_, Z_NO_FLUSH);
    if (answer == Z_STREAM_END)
      end_member();
    else if (answer != Z_OK && answer != Z_BUF_ERROR)
      faults_.refuse("", "is compressed by gzip and damaged, or followed by something else");
  }
  return out.size() - state_.avail_out;
}

}  // namespace sotto
