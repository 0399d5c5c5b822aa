// SPDX-License-Identifier: MIT
// Trials of linear models, their gradients found on a device: see docs/decisions/029.
#pragma once

#include "sotto/simulation/cuda/team_device.hpp"
#include "sotto/simulation/engine/engine.hpp"

namespace sotto {

/// What a device does not know, or fails to do, `otherwise` runs.
class LinearEngine final : public Engine {
 public:
  LinearEngine(TeamDevice& device, std::unique_ptr<Engine> otherwise)
      : device_(device), otherwise_(std::move(otherwise)) {}

  std::string_view name() const override { return "cuda"; }
  std::vector<TrialOutcome> run(std::span<const Trial> trials, const std::atomic<bool>& interrupt) override;

  /// Trials that should be brought together, if a device runs trials like these.
  std::uint32_t batch(std::span<const Trial> trials);
  /// What the device said when it failed; empty: it did not. It is not asked again.
  std::string failure() const;

 private:
  /// Records of a network on every device, with the trials that go into a block.
  struct Held;
  std::vector<TrialOutcome> run_on_device(std::span<const Trial> trials, const std::atomic<bool>& interrupt);
  const std::shared_ptr<Held>& hold(const Network& network);

  TeamDevice& device_;
  std::unique_ptr<Engine> otherwise_;
  mutable std::mutex mutex_;
  std::shared_ptr<Held> held_;
  std::string failure_;
};

}  // namespace sotto
