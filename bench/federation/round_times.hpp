// SPDX-License-Identifier: MIT
// The rounds of a federation as one of its nodes sees them, with pauses in which something else is measured.
#pragma once

#include <chrono>
#include <functional>
#include <vector>

#include "sotto/federation/runner/node_status.hpp"

namespace sotto::bench {

/// Runs inside a node of the federation: while it pauses, the others wait for its next message.
class RoundTimes final : public NodeObserver {
 public:
  struct Pace {
    Round block;      ///< rounds between pauses
    Round unsettled;  ///< rounds after a pause that do not count: the others are ahead by up to two
    std::function<void(Round)> pause;
  };
  explicit RoundTimes(Pace pace) : pace_(std::move(pace)) {}

  void happened(const NodeEvent&) override {}
  void changed(const NodeStatus& status) override;
  const std::vector<double>& seconds() const { return seconds_; }

 private:
  using SteadyClock = std::chrono::steady_clock;
  Pace pace_;
  Round last_ = 1;
  Round since_pause_ = 0;
  SteadyClock::time_point at_{};
  std::vector<double> seconds_;
};

double median(std::vector<double> values);

}  // namespace sotto::bench
