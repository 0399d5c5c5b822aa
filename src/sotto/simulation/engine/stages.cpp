// SPDX-License-Identifier: MIT
#include "sotto/simulation/engine/stages.hpp"

#include <algorithm>

namespace sotto {
namespace {

/// Which lanes are still running. Each ends at its own round of Stage II, by its own beta or by agreement.
class StageTwoOfLanes {
 public:
  StageTwoOfLanes(const Course& course, std::span<TrialOutcome> outcomes)
      : stages_(course.stages),
        agreement_(std::get_if<UntilAgreement>(&course.stop)),
        outcomes_(outcomes),
        running_(outcomes.size(), true) {
    for (std::size_t lane = 0; lane < outcomes_.size(); ++lane)
      outcomes_[lane].ended_by_cap = stages_[lane].cap_binds || agreement_ != nullptr;  // until it has agreed
  }

  /// Decides who takes part in averaging round k; false when nobody does.
  bool begin_round(Round k) {
    for (std::size_t lane = 0; lane < running_.size(); ++lane)
      if (k > stages_[lane].most_rounds) running_[lane] = false;
    return std::find(running_.begin(), running_.end(), true) != running_.end();
  }
  void end_round(Round k, const Rounds& rounds) {
    for (std::size_t lane = 0; lane < running_.size(); ++lane) {
      if (!running_[lane]) continue;
      outcomes_[lane].consensus_rounds = k;
      if (agreement_ == nullptr || !(rounds.largest_relative_change(lane) <= agreement_->tolerance)) continue;
      outcomes_[lane].ended_by_cap = stages_[lane].cap_binds;
      running_[lane] = false;
    }
  }
  const std::vector<bool>& running() const { return running_; }

 private:
  const std::vector<StageTwo>& stages_;
  const UntilAgreement* agreement_;
  std::span<TrialOutcome> outcomes_;
  std::vector<bool> running_;
};

void end_by_interrupt(std::span<TrialOutcome> outcomes) {
  for (TrialOutcome& outcome : outcomes) {
    outcome.interrupted = true;
    outcome.ended_by_cap = false;
  }
}

}  // namespace

void run_both_stages(Rounds& rounds, const Course& course, std::span<TrialOutcome> outcomes,
                     const std::atomic<bool>& interrupt) {
  StageTwoOfLanes lanes(course, outcomes);
  for (Round t = course.first;; ++t) {
    const Round number = course.timetable.number(t);
    const RoundKind kind = course.timetable.kind(t);
    if (kind == RoundKind::averaging && !lanes.begin_round(number)) return;
    const bool ends = interrupt && kind != RoundKind::output;
    rounds.between(t, outcomes, ends);
    if (ends) return end_by_interrupt(outcomes);
    switch (kind) {
      case RoundKind::gradient:
        rounds.gradient_round(number);
        rounds.said(t + 1, lanes.running());
        for (TrialOutcome& outcome : outcomes) outcome.gradient_rounds = number;
        break;
      case RoundKind::mixing:
        rounds.mixing_round(t);
        rounds.said(t + 1, lanes.running());
        for (TrialOutcome& outcome : outcomes) ++outcome.mixing_rounds;
        break;
      case RoundKind::output:
        rounds.output_round();
        rounds.said(t + 1, lanes.running());
        for (TrialOutcome& outcome : outcomes) ++outcome.mixing_rounds;
        break;
      case RoundKind::averaging:
        rounds.mixing_round(t);
        for (std::size_t lane = 0; lane < outcomes.size(); ++lane)
          if (!lanes.running()[lane]) rounds.take_back(lane);
        rounds.said(t + 1, lanes.running());
        lanes.end_round(number, rounds);
        break;
    }
  }
}

}  // namespace sotto
