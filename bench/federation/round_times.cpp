// SPDX-License-Identifier: MIT
// The rounds of a federation as one of its nodes sees them.
#include "round_times.hpp"

#include <algorithm>

namespace sotto::bench {

void RoundTimes::changed(const NodeStatus& status) {
  if (status.round == last_) return;
  const auto now = SteadyClock::now();
  if (since_pause_ > pace_.unsettled) seconds_.push_back(std::chrono::duration<double>(now - at_).count());
  last_ = status.round;
  at_ = now;
  if (++since_pause_ < pace_.block) return;
  pace_.pause(status.round);
  since_pause_ = 0;
  at_ = SteadyClock::now();
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
  return values[values.size() / 2];
}

}  // namespace sotto::bench
