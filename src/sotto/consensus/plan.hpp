// SPDX-License-Identifier: MIT
// The plan of a run: steps and noise for T rounds within a budget. Checked, immutable, public.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "sotto/consensus/lattice_round.hpp"
#include "sotto/consensus/timetable.hpp"
#include "sotto/privacy/accountant.hpp"
#include "sotto/privacy/budget.hpp"
#include "sotto/privacy/cost.hpp"
#include "sotto/privacy/ledger_units.hpp"
#include "sotto/privacy/mechanism.hpp"
#include "sotto/privacy/noise_scale.hpp"
#include "sotto/privacy/schedule.hpp"
#include "sotto/problem/objective.hpp"

namespace sotto {

/// What a plan is made from. All of it is public; none of it may come from records.
struct PlanRequest {
  PrivacyBudget budget;
  Round gradient_rounds;  ///< T
  PublicConstants constants;
  Accountant accountant = Accountant::exact;
  NoiseSchedule schedule = NoiseSchedule::constant;
  StepRule step = StepRule::shifted;
  Mechanism mechanism = Independent{};
  std::optional<Domain> lattice = std::nullopt;  ///< run in integers, on this domain; otherwise in doubles: simulation
};

/// A handle on contents that never change. Copies are cheap, and assigning to one does not change another.
class Plan {
 public:
  const Timetable& timetable() const { return contents_->timetable; }
  Round gradient_rounds() const { return timetable().gradient_rounds(); }  ///< T
  double step(Round t) const { return contents_->steps[t - 1]; }
  NoiseScale noise_scale(Round t) const { return NoiseScale(contents_->noise_scales[t - 1]); }

  /// Whether the rounds run on a lattice; then each has its integers, and noise_scale is sigma steps of the grid.
  bool on_lattice() const { return !contents_->lattice.empty(); }
  const LatticeRound& lattice_round(Round t) const { return contents_->lattice[t - 1]; }
  LatticeScale lattice_scale(Round t) const { return {lattice_round(t).grid, lattice_round(t).sigma}; }
  RecordClip record_clip() const { return contents_->record_clip(); }  ///< what a record's gradient is clipped to

  /// What round t costs a record of the node that speaks: Delta(t)^2 / M_t^2 for independent noise. On a lattice
  /// Delta(t) is the integers' own, with all that rounding adds. The promise is about threat_of(mechanism).
  double cost(Round t, Threat threat) const { return contents_->cost(t, threat); }
  double cost(Round t) const { return cost(t, threat_of(request().mechanism)); }

  double alpha_limit() const { return contents_->alpha_limit; }
  double alpha_spent() const { return contents_->alpha_spent; }
  /// What the whole run costs a record. Noise in doubles is taken for Gaussian: no total variation.
  Cost total_cost() const { return {contents_->alpha_spent, contents_->total_variation}; }
  const PlanRequest& request() const { return contents_->request; }

 private:
  struct Contents {
    PlanRequest request;
    Timetable timetable;
    std::vector<double> steps;
    std::vector<double> noise_scales;
    std::vector<LatticeRound> lattice = {};
    double alpha_limit = 0;
    double alpha_spent = 0;
    double total_variation = 0;

    unsigned records_apart() const { return request.budget.adjacency == Adjacency::replace_one ? 2 : 1; }
    RecordClip record_clip() const {
      return RecordClip::to_norm(request.constants.record_sensitivity / records_apart());
    }
    double ratio_at(double share) const;
    double cost(Round t, Threat threat) const;
    double sum_of_costs_from_above() const;
    void spend_in_doubles(const std::vector<double>& shares);
    void spend_on_lattice(const std::vector<double>& shares);
    double set_sigmas(const std::vector<double>& shares);
  };
  friend Plan make_plan(const PlanRequest& request);
  explicit Plan(Contents contents) : contents_(std::make_shared<const Contents>(std::move(contents))) {}

  std::shared_ptr<const Contents> contents_;
};

/// The only way to a Plan. Refuses (InvalidInput) what the accountant refuses; reports all faults at once.
Plan make_plan(const PlanRequest& request);

/// What a ledger books for a round on the lattice, rounded up, and for all of them. Rounds of Stage II cost nothing. A
/// plan fits a ledger whose dataset has the plan's own promise, to the last unit, unless its total variation alone is
/// more than that promise sets aside.
LedgerUnits units_of_round(const Plan& plan, Round t);
LedgerUnits units_of_run(const Plan& plan);

/// Refuses (InvalidInput) a plan whose noise was planned for less than an objective can do to a message: such noise
/// protects nobody.
void check_covers(const Plan& plan, const PublicConstants& objective);

/// How a plan's cost is spread over its rounds.
RoundShares shares_of(const Plan& plan);

/// What an accountant would allow for the budget and the schedule of a plan; 0 when it would allow nothing.
double alpha_limit(Accountant accountant, const Plan& plan);

/// What an accountant says a plan's epsilon is, at the delta of its budget; infinity when none fits a double.
double epsilon_of(Accountant accountant, const Plan& plan);

}  // namespace sotto
