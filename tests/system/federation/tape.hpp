// SPDX-License-Identifier: MIT
// The adversary's tape: every frame of every link, in the order in which it was heard and handed on.
#pragma once

#include <mutex>
#include <vector>

#include "sotto/federation/wire/frame.hpp"

namespace sotto::test {

struct Passing {
  NodeId from;
  NodeId to;
  Frame frame;
};

struct TapeEntry {
  enum class Kind { said, delivered } kind;
  Passing passing;
};

class Tape {
 public:
  void add(TapeEntry::Kind kind, const Passing& passing) {
    const std::lock_guard lock(mutex_);
    entries_.push_back({kind, passing});
  }
  std::vector<TapeEntry> entries() const {
    const std::lock_guard lock(mutex_);
    return entries_;
  }
  std::size_t size() const {
    const std::lock_guard lock(mutex_);
    return entries_.size();
  }

 private:
  mutable std::mutex mutex_;
  std::vector<TapeEntry> entries_;
};

}  // namespace sotto::test
