// SPDX-License-Identifier: MIT
#include "sotto/simulation/cuda/linear_engine.hpp"

#include <algorithm>
#include <future>

#include "sotto/simulation/blocks/trial_block.hpp"

namespace sotto {

struct LinearEngine::Held {
  struct Part {
    TeamDevice* device;
    std::unique_ptr<BlockGradients> gradients;
  };
  std::vector<const Objective*> of;  ///< whose records they are
  std::uint32_t lanes = 0;
  std::vector<Part> parts;
};

namespace {

/// More in a block only makes its tiles leave the caches.
constexpr std::uint32_t most_lanes_in_block = 128;

}  // namespace

const std::shared_ptr<LinearEngine::Held>& LinearEngine::hold(const Network& network) {
  if (held_ && std::equal(held_->of.begin(), held_->of.end(), network.objectives.begin(), network.objectives.end()))
    return held_;
  held_.reset();
  auto held = std::make_shared<Held>();
  const LinearRecords records = linear_records(network);
  held->of.assign(network.objectives.begin(), network.objectives.end());
  held->lanes = std::min(most_lanes_in_block, device_.most_lanes(records));
  for (TeamDevice* part : device_.parts()) held->parts.push_back({part, part->gradients(records)});
  return held_ = std::move(held);
}

std::uint32_t LinearEngine::batch(std::span<const Trial> trials) {
  if (!suits_linear(trials)) return 0;
  const std::lock_guard lock(mutex_);
  return asked([&] {
           const Held& held = *hold(trials[0].network);
           return held.lanes * static_cast<std::uint32_t>(held.parts.size());
         })
      .value_or(0);
}

template <class Question>
auto LinearEngine::asked(const Question& question) -> std::optional<decltype(question())> {
  while (failure().empty()) {
    try {
      return question();
    } catch (const DeviceFailure& failed) {
      held_.reset();
      has_others_after(failed);
    }
  }
  return std::nullopt;
}

/// Every part of the device takes blocks of its own, at the same time as the others.
std::vector<TrialOutcome> LinearEngine::run_on_device(std::span<const Trial> trials,
                                                      const std::atomic<bool>& interrupt) {
  const Held& held = *hold(trials[0].network);
  const std::size_t parts = held.parts.size();
  std::vector<std::vector<TrialOutcome>> of_block((trials.size() + held.lanes - 1) / held.lanes);
  const auto run_blocks = [&](std::size_t number) {
    const Held::Part& part = held.parts[number];
    try {
      for (std::size_t b = number; b < of_block.size() && !interrupt; b += parts)
        of_block[b] =
            run_block(trials.subspan(b * held.lanes, std::min<std::size_t>(held.lanes, trials.size() - b * held.lanes)),
                      interrupt, fastest_kernel(), part.gradients.get());
    } catch (const TooLittleMemory&) {
      throw;
    } catch (const DeviceFailure& failed) {
      part.device->fail(failed);
      throw;
    }
  };
  std::vector<std::future<void>> beside;
  for (std::size_t part = 1; part < std::min(parts, of_block.size()); ++part)
    beside.push_back(std::async(std::launch::async, run_blocks, part));
  run_blocks(0);
  for (std::future<void>& one : beside) one.get();
  std::vector<TrialOutcome> outcomes;
  for (std::vector<TrialOutcome>& block : of_block) {
    if (block.empty()) break;
    std::move(block.begin(), block.end(), std::back_inserter(outcomes));
  }
  return outcomes;
}

std::vector<TrialOutcome> LinearEngine::run(std::span<const Trial> trials, const std::atomic<bool>& interrupt) {
  if (suits_linear(trials)) {
    const std::lock_guard lock(mutex_);
    if (std::optional<std::vector<TrialOutcome>> outcomes = asked([&] { return run_on_device(trials, interrupt); })) {
      note_that_device_ran();
      return std::move(*outcomes);
    }
  }
  return otherwise_->run(trials, interrupt);
}

}  // namespace sotto
