// SPDX-License-Identifier: MIT
// Trials of linear models, their gradients found on a device: see docs/decisions/029.
#pragma once

#include <optional>

#include "sotto/simulation/cuda/device_engine.hpp"

namespace sotto {

/// What a device does not know, or fails to do, `otherwise` runs.
class LinearEngine final : public DeviceEngine {
 public:
  using DeviceEngine::DeviceEngine;

  std::vector<TrialOutcome> run(std::span<const Trial> trials, const std::atomic<bool>& interrupt) override;

  /// Trials that should be brought together, if a device runs trials like these; otherwise 0.
  std::uint32_t batch(std::span<const Trial> trials);

 private:
  /// Records of a network on every device, with the trials that go into a block.
  struct Held;
  std::vector<TrialOutcome> run_on_device(std::span<const Trial> trials, const std::atomic<bool>& interrupt);
  const std::shared_ptr<Held>& hold(const Network& network);

  /// What `question` says; nothing where no device answers it.
  template <class Question>
  auto asked(const Question& question) -> std::optional<decltype(question())>;

  std::mutex mutex_;
  std::shared_ptr<Held> held_;
};

}  // namespace sotto
