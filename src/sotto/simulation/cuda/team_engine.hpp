// SPDX-License-Identifier: MIT
// Trials on a device, as an engine like the others.
#pragma once

#include <optional>

#include "sotto/simulation/cuda/device_engine.hpp"

namespace sotto {

/// What a team does not know (an objective, a set, rounds without noise, the errors of every node) `otherwise` runs,
/// and everything from when the device failed.
class TeamEngine final : public DeviceEngine {
 public:
  using DeviceEngine::DeviceEngine;

  std::uint32_t trials_at_once() const override { return trials_per_chunk; }
  std::vector<TrialOutcome> run(std::span<const Trial> trials, const std::atomic<bool>& interrupt) override;

 private:
  std::optional<TeamOutput> output_of(const TeamInput& input);
};

}  // namespace sotto
