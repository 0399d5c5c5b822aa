// SPDX-License-Identifier: MIT
// The plan of a run: steps and noise for T rounds within a budget. Checked, immutable, public.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "sotto/consensus/lattice_round.hpp"
#include "sotto/consensus/output_weights.hpp"
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

/// `nesterov`: gradients are taken at z + (t-1)/(t+2) (z - z_before), z of the round before. Arithmetic on what was
/// released: it costs no privacy.
enum class Acceleration { none, nesterov };
inline constexpr std::array all_accelerations{Acceleration::none, Acceleration::nesterov};
std::string_view name_of(Acceleration acceleration);

/// What a plan is made from. All of it is public; none of it may come from records.
struct PlanRequest {
  PrivacyBudget budget;
  Round gradient_rounds;  ///< T
  PublicConstants constants;
  Accountant accountant = Accountant::exact;
  NoiseSchedule schedule = NoiseSchedule::constant;
  StepRule step = StepRule::shifted;
  Mechanism mechanism = Independent{};
  std::optional<double> epsilon_all = std::nullopt;  ///< with masked sums: at most this against all others together
  Round mixing_rounds = 1;                           ///< K, between two gradients
  Acceleration acceleration = Acceleration::none;
  Output output = Output::last;
  std::optional<Domain> lattice = std::nullopt;  ///< run in integers, on this domain; otherwise in doubles: simulation
};

/// Refuses (InvalidInput) numbers that no plan can be made from; all faults at once.
void check(const PlanRequest& request);

/// A handle on contents that never change. Copies are cheap, and assigning to one does not change another. t counts
/// gradient rounds: Timetable::number() of a round.
class Plan {
 public:
  const Timetable& timetable() const { return contents_->timetable; }
  Round gradient_rounds() const { return timetable().gradient_rounds(); }  ///< T
  double step(Round t) const { return contents_->steps[t - 1]; }
  /// How far the point where a gradient is taken goes beyond z.
  double momentum(Round t) const {
    return request().acceleration == Acceleration::nesterov ? (t - 1.0) / (t + 2.0) : 0.0;
  }
  double output_weight(Round t) const { return contents_->output_weights[t - 1]; }  ///< of the message of gradient t
  NoiseScale noise_scale(Round t) const { return NoiseScale(contents_->noise_scales[t - 1]); }

  /// Whether the rounds run on a lattice; then each has its integers, and noise_scale is sigma steps of the grid.
  bool on_lattice() const { return !contents_->lattice.empty(); }
  const LatticeRound& lattice_round(Round t) const { return contents_->lattice[t - 1]; }
  LatticeScale lattice_scale(Round t) const { return {lattice_round(t).grid, lattice_round(t).sigma}; }
  RecordClip record_clip() const { return contents_->record_clip(); }  ///< what a record's gradient is clipped to

  /// What round t costs a record of the node that speaks: Delta(t)^2 / M_t^2 for independent noise, that over the
  /// number of honest members for masked sums. On a lattice Delta(t) is the integers' own, with all that rounding adds.
  /// The promise is about threat().
  double cost(Round t, Threat threat) const { return contents_->cost(t, threat); }
  double cost(Round t) const { return cost(t, threat()); }
  Threat threat() const { return threat_of(request().mechanism); }
  bool is_masked() const { return masked_sums(request().mechanism) != nullptr; }

  double alpha_limit() const { return contents_->alpha_limit; }
  double alpha_spent() const { return contents_->alpha_spent; }
  /// What the whole run costs a record, spare rounds among them. Noise in doubles is taken for Gaussian: no total
  /// variation.
  Cost total_cost() const { return {contents_->alpha_spent, contents_->total_variation}; }
  Cost total_cost(Threat threat) const;
  const PlanRequest& request() const { return contents_->request; }

 private:
  struct Contents {
    PlanRequest request;
    Timetable timetable;
    std::vector<double> steps;
    std::vector<double> noise_scales;
    std::vector<double> output_weights = {};
    std::vector<LatticeRound> lattice = {};
    double alpha_limit = 0;
    double alpha_spent = 0;
    double total_variation = 0;

    unsigned records_apart() const { return request.budget.adjacency == Adjacency::replace_one ? 2 : 1; }
    RecordClip record_clip() const {
      return RecordClip::to_norm(request.constants.record_sensitivity / records_apart());
    }
    double hiding() const { return noises_that_hide(request.mechanism, threat_of(request.mechanism)); }
    double ratio_at(double share) const;
    double cost(Round t, Threat threat) const;
    double limit_of_alpha(double booked, const std::vector<double>& shares) const;
    double sum_of_costs_from_above() const;
    void spend_in_doubles(const std::vector<double>& shares);
    void spend_on_lattice(const std::vector<double>& shares);
    double set_sigmas(const std::vector<double>& shares);
    std::uint64_t sigma_in_range(std::size_t k, double sigma) const;
    double discrete_noise_distances() const;
    double noise_distance(Round t, Threat threat) const;
    void refuse_sums_that_wrap() const;
    void weigh_messages();
  };
  friend Plan make_plan(const PlanRequest& request);
  friend Plan for_fewer_members(const Plan& plan, std::uint32_t members);
  explicit Plan(Contents contents) : contents_(std::make_shared<const Contents>(std::move(contents))) {}

  std::shared_ptr<const Contents> contents_;
};

/// The only way to a Plan. Refuses (InvalidInput) what the accountant refuses; reports all faults at once.
Plan make_plan(const PlanRequest& request);

/// The same rounds when members of masked sums on the lattice are lost: steps, grids and sensitivities stay, and every
/// sigma is the least one with which no round costs more than it did, against the threat of the promise and against all
/// others. Refuses (InvalidInput) fewer members than the promise needs, and noise that the lattice cannot hold.
Plan for_fewer_members(const Plan& plan, std::uint32_t members);

/// What a ledger books for a round on the lattice, rounded up, and for all of them: against the plan's threat and
/// against all others, which is the same for independent noise. Rounds of Stage II cost nothing. A plan fits a ledger
/// whose dataset has the plan's own promise, and its own cap, to the last unit, unless its total variation alone is
/// more than that promise sets aside. `t` is a round of the timetable.
BookedUnits units_of_round(const Plan& plan, Round t);
BookedUnits units_of_run(const Plan& plan);
BookedUnits units_of_dearest_round(const Plan& plan);  ///< what a spare round is paid as

/// Refuses (InvalidInput) a plan whose noise was planned for less than an objective can do to a message: such noise
/// protects nobody.
void check_covers(const Plan& plan, const PublicConstants& objective);

/// How a plan's cost is spread over its rounds, and over the spare ones.
RoundShares shares_of(const Plan& plan);

/// What an accountant would allow for the budget and the schedule of a plan; 0 when it would allow nothing.
double alpha_limit(Accountant accountant, const Plan& plan);

/// What an accountant says a plan's epsilon is, at the delta of its budget; infinity when none fits a double.
double epsilon_of(Accountant accountant, const Plan& plan);
/// The same against someone else than the promise is about.
double epsilon_of(Accountant accountant, const Plan& plan, Threat threat);

}  // namespace sotto
