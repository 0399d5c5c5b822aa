// SPDX-License-Identifier: MIT
// How often something may be said that others can provoke.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <utility>

namespace sotto {

/// Twenty at once, then one every three minutes. What is left out is counted.
class Allowance {
 public:
  using Time = std::chrono::steady_clock::time_point;

  /// How many were left out before this one; nothing where this one is left out too.
  std::optional<std::uint64_t> take(Time now) {
    if (left_ < most) {
      const auto grown = (now - since_) / every;
      left_ = std::min<std::int64_t>(most, left_ + grown);
      since_ += grown * every;
    } else {
      since_ = now;
    }
    if (left_ == 0) {
      ++left_out_;
      return std::nullopt;
    }
    --left_;
    return std::exchange(left_out_, 0);
  }

 private:
  static constexpr std::int64_t most = 20;
  static constexpr std::chrono::minutes every{3};
  std::int64_t left_ = most;
  std::uint64_t left_out_ = 0;
  Time since_{};  // when the next one began to grow
};

}  // namespace sotto
