// SPDX-License-Identifier: MIT
#include "sotto/data/dataset/byte_source.hpp"

#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <new>
#include <utility>

namespace sotto {

/// Unpacks what gzip has packed, as it comes.
class Unpacker {
 public:
  /// Fills a span with packed bytes, or as much of it as there are.
  using Packed = std::function<std::size_t(std::span<char>)>;

  Unpacker(std::vector<char> first_bytes, Packed more, DataFaults& faults)
      : more_(std::move(more)), faults_(faults), packed_(std::move(first_bytes)) {
    constexpr int gzip_only = 16 + MAX_WBITS;  // zlib's way to ask for gzip's frame, with its check sum
    set_packed(packed_.size());
    if (inflateInit2(&state_, gzip_only) != Z_OK) throw std::bad_alloc();
  }
  ~Unpacker() { inflateEnd(&state_); }
  Unpacker(const Unpacker&) = delete;
  Unpacker& operator=(const Unpacker&) = delete;

  /// Fills `out`, or as much of it as there are bytes. What is cut off or damaged is refused.
  std::size_t read(std::span<char> out) {
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

 private:
  void set_packed(std::size_t bytes) {
    state_.next_in = reinterpret_cast<Bytef*>(packed_.data());
    state_.avail_in = static_cast<uInt>(bytes);
  }

  bool has_packed() {
    if (state_.avail_in > 0) return true;
    packed_.resize(65536);
    set_packed(more_(packed_));
    return state_.avail_in > 0;
  }

  /// A file may hold several packed parts, one after another.
  void end_member() {
    in_member_ = false;
    inflateReset(&state_);
  }

  Packed more_;
  DataFaults& faults_;
  std::vector<char> packed_;
  z_stream state_{};
  bool in_member_ = false;
};

namespace {

constexpr std::size_t buffer_bytes = 65536;

bool begins_as_gzip(std::span<const char> bytes) {
  return bytes.size() >= 2 && bytes[0] == '\x1f' && bytes[1] == '\x8b';
}

}  // namespace

ByteSource::ByteSource(std::istream& stream, DataFaults& faults)
    : stream_(stream), faults_(faults), buffer_(buffer_bytes), filled_(read_raw(buffer_)) {
  if (!begins_as_gzip(std::span(buffer_).first(filled_))) return;
  buffer_.resize(filled_);
  unpacker_ = std::make_unique<Unpacker>(
      std::move(buffer_), [this](std::span<char> out) { return read_raw(out); }, faults_);
  buffer_.assign(buffer_bytes, '\0');
  filled_ = 0;
}

ByteSource::~ByteSource() = default;

std::size_t ByteSource::read_raw(std::span<char> out) {
  if (stream_.eof()) return 0;
  try {
    stream_.read(out.data(), static_cast<std::streamsize>(out.size()));
  } catch (const std::ios_base::failure&) {  // a disk that fails
    stream_.setstate(std::ios::badbit);
  }
  if (stream_.bad() || (stream_.fail() && !stream_.eof())) {
    faults_.at_file();
    faults_.refuse("", "the file cannot be read");
  }
  return static_cast<std::size_t>(stream_.gcount());
}

bool ByteSource::fill() {
  before_buffer_ += filled_;
  at_ = filled_ = 0;
  filled_ = unpacker_ ? unpacker_->read(buffer_) : read_raw(buffer_);
  return filled_ > 0;
}

std::size_t ByteSource::read(std::span<char> out) {
  std::size_t done = 0;
  while (done < out.size() && (at_ < filled_ || fill())) {
    const std::size_t some = std::min(out.size() - done, filled_ - at_);
    std::memcpy(out.data() + done, buffer_.data() + at_, some);
    at_ += some;
    done += some;
  }
  return done;
}

std::optional<std::uint64_t> ByteSource::left() {
  if (unpacker_) return {};
  const bool ended = stream_.eof();
  stream_.clear();
  const auto here = stream_.tellg();
  stream_.seekg(0, std::ios::end);
  const auto last = stream_.tellg();
  const bool known = here >= 0 && last >= here;
  stream_.clear();
  if (here >= 0) stream_.seekg(here);
  if (ended) stream_.setstate(std::ios::eofbit);
  if (!known) return {};
  return static_cast<std::uint64_t>(last - here) + (filled_ - at_);
}

void ByteSource::go_to(std::uint64_t position) {
  stream_.clear();
  stream_.seekg(static_cast<std::streamoff>(position));
  before_buffer_ = position;
  at_ = filled_ = 0;
}

}  // namespace sotto
