// SPDX-License-Identifier: MIT
// One thread plays all members of a team, one after the other.
#include "sotto/simulation/cuda/linear_gradient.hpp"
#include "sotto/simulation/cuda/team_device.hpp"
#include "sotto/simulation/cuda/team_rounds.hpp"

namespace sotto {
namespace {

class TeamOfOne {
 public:
  TeamOfOne(const TeamTask& task, std::uint32_t first, std::vector<double>& memory)
      : task_(task), first_(first), memory_(memory) {}

  std::uint32_t first() const { return first_; }
  double* memory() const { return memory_.data(); }
  double weight(std::uint32_t entry) const { return task_.number(task_.dense_weights, entry); }
  void wait() const {}
  template <class F>
  void each_pair(const F& f) const {
    for (std::uint32_t pair = 0; pair < task_.pairs(); ++pair) each_trial([&](std::uint32_t lane) { f(pair, lane); });
  }
  template <class F>
  void each_point(std::uint32_t points, const F& f) const {
    for (std::uint32_t point = 0; point < points; ++point) each_trial([&](std::uint32_t lane) { f(point, lane); });
  }
  template <class F>
  void each_trial(const F& f) const {
    for (std::uint32_t lane = 0; lane < team_lanes; ++lane) f(lane);
  }

 private:
  const TeamTask& task_;
  std::uint32_t first_;
  std::vector<double>& memory_;
};

/// As a device has them, one member after the other.
class GradientsOfOne final : public BlockGradients {
 public:
  explicit GradientsOfOne(const LinearRecords& records) : records_(records) {}

  void find(const TileShape& shape, const double* points, double* out) override {
    LinearTask task = linear_task(records_);
    task.lanes = shape.lanes;
    task.point_size = shape.dimension;
    task.points = points;
    task.gradients = out;
    slopes_.resize(task.slope_count() * task.shape.margins);
    task.slopes = slopes_.data();
    records_.shape.dense ? find<true>(task) : find<false>(task);
  }

 private:
  template <bool dense>
  void find(const LinearTask& task) const {
    std::visit(
        [&](const auto& loss) {
          for (std::size_t k = 0; k < task.slope_count(); ++k) find_slopes<dense>(task, loss, k);
        },
        records_.loss);
    for (std::size_t k = 0; k < task.sum_count(); ++k) add_up<dense>(task, k);
  }

  LinearRecords records_;
  std::vector<double> slopes_;
};

class Processor final : public TeamDevice {
 public:
  std::string name() const override { return "this processor"; }

 private:
  std::uint32_t do_most_trials(const TeamInput&, std::size_t) override { return 1024; }
  std::uint32_t do_most_lanes(const LinearRecords&) override { return 16; }
  std::unique_ptr<BlockGradients> do_gradients(const LinearRecords& records) override {
    return std::make_unique<GradientsOfOne>(records);
  }
  TeamOutput do_run(const TeamInput& input) override {
    run(input);
    return std::move(output_);
  }

  void do_run_trials(const TeamInput& input) override { run(input); }

  void do_add_to(TeamSums& sums) override {
    const TeamTask& task = task_;
    const std::uint32_t columns = task.columns();
    std::vector<RunningStatistic::Sums> chunks;
    for (std::uint32_t chunk = 0; chunk < chunks_of(task); ++chunk)
      for (std::uint32_t column = 0; column < columns; ++column) chunks.push_back(sums_of_chunk(task, column, chunk));
    for (std::uint32_t column = 0; column < columns; ++column)
      sums.columns[column] = merged(task, sums.columns[column], chunks.data(), column);
    sums.buckets.assign(std::size_t{end_values} * bucket_count, 0);
    for (std::uint32_t end = 0; end < end_values; ++end) {
      const std::uint32_t column = columns - end_values + end;
      for (std::uint32_t k = 0; k < task.trials; ++k)
        if (has_value(task, column, k))
          ++sums.buckets[end * bucket_count + bucket_of(task.values[std::size_t{column} * task.trials + k])];
    }
    sums.averaged = output_.averaged;
  }

  void run(const TeamInput& input) {
    TeamTask& task = task_;
    TeamOutput& output = output_;
    task = input.task;
    output.values.assign(std::size_t{task.columns()} * task.trials, 0.0);
    output.averaged.assign(task.trials, 0);
    task.numbers = input.numbers.data();
    task.whole = input.whole.data();
    task.values = output.values.data();
    task.averaged = output.averaged.data();
    std::vector<double> memory(task.memory.size);
    for (std::uint32_t first = 0; first < task.trials; first += team_lanes) {
      TeamOfOne team(task, first, memory);
      run_as_kind(task, [&]<class Kind>(Kind) { TeamRounds<TeamOfOne, Kind>(team, task).run(); });
    }
  }

  TeamTask task_{};  ///< the last one
  TeamOutput output_;
};

}  // namespace

std::unique_ptr<TeamDevice> processor_as_device() {
  return std::make_unique<Processor>();
}

}  // namespace sotto
