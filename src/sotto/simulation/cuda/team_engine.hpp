// SPDX-License-Identifier: MIT
// Trials on a device, as an engine like the others.
#pragma once

#include "sotto/simulation/cuda/team_device.hpp"
#include "sotto/simulation/engine/engine.hpp"

namespace sotto {

/// What a team does not know (an objective, a set, rounds without noise, the errors of every node) `otherwise` runs.
class TeamEngine final : public Engine {
 public:
  TeamEngine(TeamDevice& device, std::unique_ptr<Engine> otherwise)
      : device_(device), otherwise_(std::move(otherwise)) {}

  std::string_view name() const override { return "cuda"; }
  std::uint32_t trials_at_once() const override { return trials_per_chunk; }
  bool can_leave_noise_out() const override { return true; }
  std::vector<TrialOutcome> run(std::span<const Trial> trials, const std::atomic<bool>& interrupt) override;

  TeamDevice& device() const { return device_; }

 private:
  TeamDevice& device_;
  std::unique_ptr<Engine> otherwise_;
};

}  // namespace sotto
