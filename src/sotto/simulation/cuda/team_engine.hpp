// SPDX-License-Identifier: MIT
// Trials on a device, as an engine like the others.
#pragma once

#include <optional>

#include "sotto/simulation/cuda/team_device.hpp"
#include "sotto/simulation/engine/engine.hpp"

namespace sotto {

/// What a team does not know (an objective, a set, rounds without noise, the errors of every node) `otherwise` runs,
/// and everything from when the device failed.
class TeamEngine final : public Engine {
 public:
  TeamEngine(TeamDevice& device, std::unique_ptr<Engine> otherwise)
      : device_(device), otherwise_(std::move(otherwise)) {}

  std::string_view name() const override { return "cuda"; }
  std::uint32_t trials_at_once() const override { return trials_per_chunk; }
  bool can_leave_noise_out() const override { return true; }
  std::vector<TrialOutcome> run(std::span<const Trial> trials, const std::atomic<bool>& interrupt) override;

  TeamDevice& device() const { return device_; }
  /// What the device said when it failed; empty: it did not. It is not asked again.
  std::string failure() const;
  void set_failure(const DeviceFailure& failed);

 private:
  std::optional<TeamOutput> output_of(const TeamInput& input);

  TeamDevice& device_;
  std::unique_ptr<Engine> otherwise_;
  mutable std::mutex mutex_;
  std::string failure_;
};

}  // namespace sotto
