// SPDX-License-Identifier: MIT
// Where random bits come from: 64 at a time, each word used once and wiped.
#pragma once

#include <cstdint>
#include <utility>

namespace sotto {

/// Uniform, independent 64-bit words. An open set: seeded for simulations, the operating system's for nodes. A source
/// is not copied: a copy would hand out the same words again.
class BitSource {
 public:
  virtual ~BitSource() = default;
  BitSource(const BitSource&) = delete;
  BitSource& operator=(const BitSource&) = delete;

  /// The next word. It is wiped from the buffer, so that a later reader of the memory cannot undo noise already sent.
  std::uint64_t word() {
    if (waiting_[0] == 0) refill();
    return std::exchange(waiting_[waiting_[0]--], 0);
  }

 protected:
  /// `waiting[0]` says how many words wait; they are waiting[1], waiting[2], ... and the last is used first. The count
  /// lies beside the words, so that whatever wipes the block says at the same time that nothing waits in it.
  explicit BitSource(std::uint64_t* waiting) : waiting_(waiting) {}

  /// Puts at least one word into the block, or throws.
  virtual void refill() = 0;

 private:
  std::uint64_t* waiting_;
};

}  // namespace sotto
