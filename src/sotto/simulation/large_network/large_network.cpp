// SPDX-License-Identifier: MIT
#include "sotto/simulation/large_network/large_network.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "sotto/input/bytes.hpp"
#include "sotto/input/long_wait.hpp"
#include "sotto/problem/mean_estimation.hpp"
#include "sotto/simulation/engine/public_points.hpp"
#include "sotto/simulation/engine/run_recorder.hpp"
#include "sotto/simulation/engine/stages.hpp"

namespace sotto {
namespace {

NodeShape shape_of(const Domain& domain) {
  const auto p = static_cast<std::uint32_t>(dimension(domain));
  return {.dimension = p, .stride = stride_of(p)};
}

/// Kernels know these two alone.
const Domain& box_or_ball(const Domain& domain) {
  if (!std::holds_alternative<Box>(domain) && !std::holds_alternative<Ball>(domain))
    throw InvalidInput({"problem.domain", "another", "a large network runs on a box or a ball"});
  return domain;
}

/// Several parts for each worker: rows differ in length, a worker whose core others use does fewer of them, and between
/// two parts messages of other ranks are looked after.
constexpr std::size_t parts_for_each = 16, fewest_nodes = 4096;
std::size_t parts_for(const Crew& crew, std::size_t nodes) {
  return std::clamp<std::size_t>(nodes / fewest_nodes, crew.size(), crew.size() * parts_for_each);
}

/// Rows of one entry with weight 1: a node reads what is at its place, or all read what is at the first.
class SinglePlacedRows {
 public:
  SinglePlacedRows(NodeId nodes, bool same) : starts_(nodes + std::size_t{1}), columns_(nodes), ones_(nodes) {
    for (NodeId place = 0; place < nodes; ++place) {
      starts_.data()[place] = place;
      columns_.data()[place] = same ? 0 : place;
      ones_.data()[place] = 1;
    }
    starts_.data()[nodes] = nodes;
  }
  PlacedRows rows() const { return {starts_.data(), columns_.data(), ones_.data()}; }

 private:
  LargeArray<std::uint32_t> starts_, columns_;
  LargeArray<double> ones_;
};

}  // namespace

/// A trial on its way through both stages.
class LargeNetwork::UnderWay final : public Rounds {
 public:
  UnderWay(LargeNetwork& network, const Trial& trial, const Listener& listener, const Averaging& averaging,
           Round most_rounds, const Keeping& keeping)
      : network_(network),
        plan_(trial.network.plan),
        plans_(plan_, trial.network.own_plans, network.constants_, network.weights_->numbers()),
        records_(*trial.network.record_sums),
        noise_(trial.noise),
        noisy_(trial.noisy),
        agreement_(std::holds_alternative<UntilAgreement>(trial.stop_rule())),
        listener_(listener),
        most_rounds_(most_rounds),
        averaging_(averaging),
        factors_(averaging.mixing_rate),
        keeping_(keeping),
        points_(plan_, (plan_.is_masked() ? 1 : network.node_count()) * network.shape_.stride) {
    const bool mixes_first = points_.are_needed() || plan_.timetable().mixing_rounds() > 1;
    if (plan_.is_masked() || mixes_first) single_rows_.emplace(network.node_count(), plan_.is_masked());
  }

  /// Where a state was kept: the round to go on with, and `so_far`. Otherwise the first.
  Round resume(TrialOutcome& so_far) {
    const std::optional<std::string> alike = keeping_.keeper ? keeping_.keeper->find(held()) : std::nullopt;
    if (!alike) return first_;
    BytesIn in(*alike, "state");
    Round advances = 0;
    for (Round* count : {&first_, &so_far.gradient_rounds, &so_far.mixing_rounds, &so_far.consensus_rounds, &advances})
      *count = static_cast<Round>(in.number_up_to(std::numeric_limits<Round>::max()));
    while (advances_ < advances) advance_factors();
    for (const std::span<double> numbers : held_alike()) {
      const std::vector<double> kept = in.reals();
      if (kept.size() != numbers.size()) in.refuse("is of another trial");
      std::copy(kept.begin(), kept.end(), numbers.begin());
    }
    keeping_.recorder->read(in);
    in.end();
    return first_;
  }

  void between(Round t, std::span<const TrialOutcome> so_far, bool ends) override {
    if (keeping_.keeper == nullptr || t == first_) return;
    const bool due = std::exchange(network_.state_is_due_, false);
    if (ends ? !keeping_.keeper->due_at_end() : !due) return;
    BytesOut out;
    for (const Round count :
         {t, so_far[0].gradient_rounds, so_far[0].mixing_rounds, so_far[0].consensus_rounds, advances_})
      out.number(count);
    for (const std::span<double> numbers : held_alike()) out.reals(numbers);
    keeping_.recorder->write(out);
    keeping_.keeper->keep(held(), out.take());
  }

  void gradient_round(Round number) override {
    if (plan_.is_masked()) return masked_round(number);
    const bool extrapolates =
        averaging_.consensus == Consensus::chebyshev && number > 1 && plan_.timetable().mixing_rounds() > 1;
    if (!extrapolates && !points_.are_needed()) return take_gradients(number, network_.mixing(), Hears::neighbours);
    mix(number, extrapolates);
    on_all_nodes([&](std::size_t begin, std::span<double> mixture) { find_point(number, begin, mixture); });
    Mixing each_its_own = network_.mixing();
    each_its_own.rows = single_rows_->rows();
    take_gradients(number, each_its_own, Hears::own_nodes);
  }

  void mixing_round(Round t) override {
    const bool extrapolates = averaging_.consensus == Consensus::chebyshev && plan_.timetable().extrapolates(t);
    if (!extrapolates) {
      factors_ = ChebyshevFactors(averaging_.mixing_rate);
      advances_ = 0;
    }
    mix(t, extrapolates);
    // The ranks' maximum is under way while messages are listened to.
    if (agreement_ && plan_.timetable().kind(t) == RoundKind::averaging)
      network_.ranks_.begin_maximum(network_.largest_change_here());
  }

  void output_round() override {
    if (plan_.is_masked()) return points_.weigh_last(0, network_.sum());
    mix(plan_.timetable().last_noisy(), false);
    on_all_nodes([&](std::size_t begin, std::span<double> mixture) { points_.weigh_last(begin, mixture); });
  }

  void said(Round t, const std::vector<bool>&) override {
    tell_wait("rounds of the trial", static_cast<double>(t) / most_rounds_);
    if (listener_) listener_(t, network_.messages());
  }

  double largest_relative_change(std::size_t) const override { return network_.ranks_.end_maximum(); }

 private:
  /// With masked sums all nodes hold the same, and make their messages anew of it.
  HeldByNodes held() {
    HeldByNodes held{.numbers = network_.weights_->numbers(),
                     .nodes_in_all = network_.weights_->nodes_in_all(),
                     .shape = network_.shape_,
                     .arrays = {}};
    if (plan_.is_masked()) return held;
    held.arrays = {network_.y_.data()};
    if (averaging_.consensus == Consensus::chebyshev) held.arrays.push_back(network_.next_.data());
    for (const std::span<double> array : points_.kept()) held.arrays.push_back(array.data());
    return held;
  }
  std::vector<std::span<double>> held_alike() {
    if (!plan_.is_masked()) return {};
    std::vector<std::span<double>> held = points_.kept();
    held.push_back(network_.sum());
    return held;
  }
  void advance_factors() {
    factors_.advance();
    ++advances_;
  }

  void masked_round(Round number) {
    find_point(number, 0, network_.sum());
    Mixing all_the_same = network_.mixing();
    all_the_same.rows = single_rows_->rows();
    all_the_same.now = network_.sum().data();
    take_gradients(number, all_the_same, Hears::own_nodes);
    network_.sum_members();
  }

  void take_gradients(Round number, const Mixing& mixing, Hears whom) {
    const auto round =
        std::holds_alternative<Box>(network_.domain_) ? network_.kernel_.round_on_box : network_.kernel_.round_on_ball;
    std::vector<PlannedStep> steps = plans_.steps(number);
    if (!noisy_)
      for (PlannedStep& step : steps) step.noise_scale = 0;
    const GradientRound work{.mixing = mixing,
                             .noise = {.seed = noise_.seed,
                                       .stream = static_cast<std::uint32_t>(noise_.stream),
                                       .trial = noise_.trial,
                                       .round = number},
                             .numbers = network_.weights_->numbers().data(),
                             .steps = steps.data(),
                             .plans = plans_.by_place(),
                             .record_sums = records_.data(),
                             .record_count = network_.constants_.curvature.strong_convexity,
                             .domain_size = largest_coordinate(network_.domain_)};
    network_.round(number, whom, [&](NodeRange nodes) { return round(work, nodes); });
  }

  /// `next` holds the round before: it is what an accelerated round starts from.
  void mix(Round t, bool extrapolates) {
    const Mixing mixing = network_.mixing();
    if (!extrapolates)
      return network_.round(t, Hears::neighbours, [&](NodeRange nodes) { return network_.kernel_.mix(mixing, nodes); });
    const double factor = factors_.now();
    advance_factors();
    network_.round(t, Hears::neighbours,
                   [&](NodeRange nodes) { return network_.kernel_.mix_and_extrapolate(mixing, factor, nodes); });
  }

  void find_point(Round number, std::size_t begin, std::span<double> mixture) {
    points_.find(number, begin, mixture, [&](std::span<double> point) { project(network_.domain_, point); });
  }

  /// work(where its numbers begin, its mixture).
  template <class Work>
  void on_all_nodes(const Work& work) {
    const NodeShape& shape = network_.shape_;
    network_.share(network_.all_nodes(), [&](std::size_t, NodeRange places) {
      for (std::size_t place = places.first; place < places.last; ++place)
        work(place * shape.stride, {network_.y_.data() + place * shape.stride, shape.dimension});
      network_.halo_->gather(network_.y_.data(), places.first, places.last);
    });
  }

  LargeNetwork& network_;
  const Plan& plan_;
  TrialPlans plans_;
  const RecordSums& records_;
  SeededNoise::Key noise_;
  bool noisy_, agreement_;
  const Listener& listener_;
  Round most_rounds_;  ///< of both stages; an agreement may come earlier
  Averaging averaging_;
  ChebyshevFactors factors_;
  Round advances_ = 0;  ///< of the factors
  Keeping keeping_;
  Round first_ = 1;  ///< where it goes on from
  PublicPoints points_;
  std::optional<SinglePlacedRows> single_rows_;
};

LargeNetwork::LargeNetwork(const Setup& setup)
    : kernel_(setup.kernel),
      crew_(setup.crew),
      domain_(box_or_ball(setup.domain)),
      constants_(MeanEstimation::constants_for(setup.domain, setup.records_per_node)),
      shape_(shape_of(setup.domain)),
      ranks_(setup.ranks),
      weights_(setup.weights),
      y_((node_count() + weights_->halo_size()) * shape_.stride),
      next_((node_count() + weights_->halo_size()) * shape_.stride),
      halo_(ranks_.make_halo(weights_->borders(), shape_.stride)),
      sum_(shape_.stride),
      parts_(parts_for(crew_, node_count())) {}

MessageTable LargeNetwork::messages() const {
  if (masked_)
    return MessageTable({.values = sum_.data(), .stride = shape_.stride, .dimension = shape_.dimension, .count = 1});
  return messages_of_nodes();
}

MessageTable LargeNetwork::messages_of_nodes() const {
  return MessageTable({.values = y_.data(),
                       .stride = shape_.stride,
                       .dimension = shape_.dimension,
                       .count = node_count(),
                       .places = weights_->places().empty() ? nullptr : weights_->places().data()});
}

/// As Released::mean_of adds them.
void LargeNetwork::sum_members() {
  const NodesHere here{.count = node_count(), .in_all = weights_->nodes_in_all(), .crew = crew_, .ranks = ranks_};
  const MessageTable members = messages_of_nodes();
  const std::vector<double> sums = node_sum(here, shape_.dimension, [&](NodePart part, auto& sum) {
    for (std::size_t i = part.first; i < part.last; ++i) sum.add(members[i].values());
  });
  for (std::size_t k = 0; k < shape_.dimension; ++k) sum_.data()[k] = sums[k] / weights_->nodes_in_all();
}

/// Parts of it whose messages stay in the cache until they are gathered; all of it where nothing is sent.
template <class WorkOn>
void LargeNetwork::for_each_block(NodeRange part, const WorkOn& work_on) const {
  constexpr NodeId block = 1024;
  if (weights_->halo_size() == 0) return work_on(part);
  for (NodeId first = part.first; first < part.last; first += block)
    work_on({first, std::min(part.last, first + block)});
}

template <class WorkOn>
void LargeNetwork::share(NodeRange nodes, const WorkOn& work_on) const {
  const std::uint64_t count = nodes.last - nodes.first;
  const std::size_t parts = std::min<std::size_t>(parts_, count);
  crew_.share(parts, [&](std::size_t k) {
    work_on(k, NodeRange{nodes.first + static_cast<std::uint32_t>(count * k / parts),
                         nodes.first + static_cast<std::uint32_t>(count * (k + 1) / parts)});
  });
}

/// Messages of other ranks are on their way while nodes that hear none of them are at work. Neighbours are mutual: the
/// others are those whose messages are sent, and they are gathered while they are in the cache. All ranks learn
/// together whether the round was good.
template <class WorkOn>
void LargeNetwork::round(Round t, Hears whom, const WorkOn& work_on) {
  const bool hears_others = whom == Hears::neighbours;
  std::vector<char> finite(2 * parts_, 1);
  const NodeId inner = hears_others ? weights_->inner() : 0;
  if (hears_others) halo_->begin(y_.data() + node_count() * shape_.stride);
  share({0, inner}, [&](std::size_t k, NodeRange part) {
    finite[k] = work_on(part) ? 1 : 0;
    halo_->advance();
  });
  if (hears_others) halo_->finish();
  share({inner, node_count()}, [&](std::size_t k, NodeRange part) {
    for_each_block(part, [&](NodeRange block) {
      if (!work_on(block)) finite[parts_ + k] = 0;
      halo_->gather(next_.data(), block.first, block.last);
    });
  });
  const bool all_finite = std::find(finite.begin(), finite.end(), 0) == finite.end();
  // Rank 0's clock is heard in the same word, so that all keep a state of the same round.
  constexpr double nothing = 0, state_is_due = 1, not_finite = 2;
  const bool due = keeper_ != nullptr && keeper_->due();
  const double heard = ranks_.maximum(!all_finite ? not_finite : due ? state_is_due : nothing);
  if (heard == state_is_due) state_is_due_ = true;
  if (heard == not_finite)
    throw InvalidInput({"message", "round " + std::to_string(t), "a message is not finite; nothing more was said"},
                       FaultKind::numerical);
  std::swap(y_, next_);
}

/// From next_, which holds the round before, to y_; a maximum does not ask in which order.
double LargeNetwork::largest_change_here() const {
  std::vector<double> largest(parts_);
  share(all_nodes(), [&](std::size_t k, NodeRange places) {
    for (std::size_t place = places.first; place < places.last; ++place)
      largest[k] = std::max(largest[k], relative_change({.before = next_.data() + place * shape_.stride,
                                                         .after = y_.data() + place * shape_.stride,
                                                         .dimension = shape_.dimension}));
  });
  return *std::max_element(largest.begin(), largest.end());
}

TrialOutcome LargeNetwork::run(const Trial& trial, const Listener& listener, const std::atomic<bool>& interrupt,
                               const Keeping& keeping) {
  masked_ = trial.network.plan.is_masked();
  const StopRule stop = trial.stop_rule();
  const Averaging averaging =
      masked_ ? Averaging{} : averaging_for(stop, trial.network.consensus, trial.network.weights);
  const StageTwo stage = stage_two(stop, averaging);
  UnderWay rounds(*this, trial, listener, averaging, trial.timetable().hand_over() + stage.most_rounds, keeping);
  keeper_ = keeping.keeper;
  state_is_due_ = false;
  std::fill_n(y_.data(), y_.size(), 0.0);
  std::fill_n(sum_.data(), sum_.size(), 0.0);
  TrialOutcome outcome;
  const Round first = rounds.resume(outcome);
  halo_->gather(y_.data(), 0, node_count());
  run_both_stages(rounds, {trial.timetable(), stop, {stage}, first}, {&outcome, 1}, interrupt);
  outcome.add_costs(trial.network);
  return outcome;
}

}  // namespace sotto
