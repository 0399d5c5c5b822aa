// SPDX-License-Identifier: MIT
// The beat on which a message leaves: everybody can reckon it, whereas the time that a gradient took depends on
// records.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace sotto {

/// Beats count from an event that others see: the arrival of the last message that a round needs, or the round before.
struct Beat {
  using Time = std::chrono::steady_clock::time_point;
  using Period = std::chrono::nanoseconds;

  Time from;
  Period period;

  /// The first one that is not over when the message is ready: 1 at least.
  std::int64_t number_at(Time ready) const {
    const auto beats = (ready - from + period - Period(1)) / period;
    return std::max<std::int64_t>(1, beats);
  }
  Time time_of(std::int64_t number) const { return from + number * period; }
};

}  // namespace sotto
