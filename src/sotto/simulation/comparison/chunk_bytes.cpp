// SPDX-License-Identifier: MIT
// One list of the parts of each thing, which writes them and reads them.
#include "sotto/simulation/comparison/chunk_bytes.hpp"

#include <limits>

#include "sotto/input/bytes.hpp"

namespace sotto {
namespace {

/// Another list of parts is another version.
constexpr std::string_view format = "sotto.chunk/1";
constexpr std::size_t bytes_of_number = 8, bytes_of_statistic = 4 * bytes_of_number;

class PartsOut {
 public:
  void operator()(const std::uint64_t& part) { out_.number(part); }
  void operator()(const std::uint32_t& part) { out_.number(part); }
  void operator()(const double& part) { out_.real(part); }
  void operator()(const bool& part) { out_.flag(part); }
  void operator()(const RunningStatistic& part) {
    const RunningStatistic::Sums& sums = part.sums();
    out_.number(sums.count);
    for (const double number : {sums.pivot, sums.sum, sums.squares}) out_.real(number);
  }
  void operator()(const Metric& part) {
    (*this)(static_cast<const RunningStatistic&>(part));
    const Quantiles::Buckets& buckets = part.quantiles().buckets();
    out_.number(buckets.size());
    for (const auto& [bucket, count] : buckets) {
      out_.number(bucket);
      out_.number(count);
    }
  }
  void operator()(const StatisticSeries& part) {
    out_.number(part.size());
    for (std::size_t k = 0; k < part.size(); ++k) (*this)(part[k]);
  }
  template <class Part, class Write>
  void list(const std::vector<Part>& parts, const Write& write) {
    out_.number(parts.size());
    for (const Part& part : parts) write(*this, part);
  }

  BytesOut& bytes() { return out_; }

 private:
  BytesOut out_;
};

class PartsIn {
 public:
  explicit PartsIn(std::string_view bytes) : in_(bytes, "chunk") {}

  void operator()(std::uint64_t& part) { part = in_.number(); }
  void operator()(std::uint32_t& part) {
    part = static_cast<std::uint32_t>(in_.number_up_to(std::numeric_limits<std::uint32_t>::max()));
  }
  void operator()(double& part) { part = in_.real(); }
  void operator()(bool& part) { part = in_.flag(); }
  void operator()(RunningStatistic& part) { part = RunningStatistic(sums()); }
  void operator()(Metric& part) {
    const RunningStatistic::Sums own = sums();
    Quantiles::Buckets buckets;
    std::uint64_t counted = 0;
    for (std::size_t left = in_.count(2 * bytes_of_number); left > 0; --left) {
      std::uint32_t bucket = 0;
      (*this)(bucket);
      const std::uint64_t count = in_.number_up_to(own.count - counted);
      if (count == 0 || (!buckets.empty() && bucket <= buckets.rbegin()->first))
        in_.refuse("is damaged: its buckets are not in order");
      buckets.emplace_hint(buckets.end(), bucket, count);
      counted += count;
    }
    if (counted != own.count) in_.refuse("is damaged: its buckets hold another number of values");
    part = Metric(RunningStatistic(own), Quantiles(std::move(buckets)));
  }
  void operator()(StatisticSeries& part) {
    std::vector<RunningStatistic::Sums> all(in_.count(bytes_of_statistic));
    for (RunningStatistic::Sums& one : all) one = sums();
    part = StatisticSeries(all);
  }
  template <class Part, class Read>
  void list(std::vector<Part>& parts, const Read& read) {
    parts.clear();
    for (std::size_t left = in_.count(bytes_of_number); left > 0; --left) read(*this, parts.emplace_back());
  }

  BytesIn& bytes() { return in_; }

 private:
  RunningStatistic::Sums sums() {
    RunningStatistic::Sums sums;
    sums.count = in_.number();
    for (double* number : {&sums.pivot, &sums.sum, &sums.squares}) *number = in_.real();
    return sums;
  }

  BytesIn in_;
};

/// Visits a part of a list: a number, a statistic or a list of these.
constexpr auto each = [](auto& bytes, auto& part) { bytes(part); };

template <class Bytes, class... Parts>
void pass(Bytes& bytes, Parts&... parts) {
  (bytes(parts), ...);
}

template <class Bytes, class Test>
void pass_test(Bytes& bytes, Test& test) {
  bytes.list(test.mean, each);
  bytes.list(test.first, each);
  bytes.list(test.judged, each);
  bytes.list(test.calibration, [](auto& inner, auto& bin) { pass(inner, bin.said, bin.came_true); });
}

/// What PlanStatistics::add leaves of it.
template <class Bytes, class Outcome>
void pass_first_trial(Bytes& bytes, Outcome& trial) {
  pass(bytes, trial.gradient_rounds, trial.mixing_rounds, trial.consensus_rounds, trial.interrupted, trial.ended_by_cap,
       trial.messages, trial.bytes, trial.alpha_spent, trial.simulation);
}

/// Whether there is an error of the first node is said before it.
template <class Bytes, class Outcome>
void pass_outcome(Bytes& bytes, Outcome& trial) {
  pass_first_trial(bytes, trial);
  pass(bytes, trial.errors.normalised_error, trial.errors.first_node_end_error, trial.errors.node_error,
       trial.errors.disagreement);
  auto& rounds = trial.errors.rounds;
  for (auto* column : {&rounds.mean_error, &rounds.node_error, &rounds.worst_error, &rounds.disagreement})
    bytes.list(*column, each);
  if (trial.errors.first_node_error) bytes(*trial.errors.first_node_error);
}

template <class Bytes, class Statistics>
void pass_plan(Bytes& bytes, Statistics& plan) {
  pass(bytes, plan.normalised_error, plan.first_node_error, plan.first_node_end_error, plan.node_error,
       plan.disagreement, plan.squared_error, plan.theory, plan.consensus_rounds, plan.ended_by_cap);
  pass(bytes, plan.rounds.mean_error, plan.rounds.node_error, plan.rounds.worst_error, plan.rounds.disagreement);
  pass_test(bytes, plan.test);
  pass_first_trial(bytes, plan.first_trial);
  bytes.list(plan.first_trial_output, each);
  bytes.list(plan.coefficients, each);
  bytes.list(plan.first_trial_node_errors, [](auto& inner, auto& round) { inner.list(round, each); });
}

template <class Bytes, class Chunk>
void pass_chunk(Bytes& bytes, Chunk& chunk) {
  bytes.list(chunk.plans, [](auto& inner, auto& plan) { pass_plan(inner, plan); });
  bytes.list(chunk.baselines, [](auto& inner, auto& baseline) {
    inner(baseline.error);
    pass_test(inner, baseline.test);
  });
  pass_test(bytes, chunk.minimiser_test);
  bytes.list(chunk.minimiser, each);
  pass_test(bytes, chunk.constant_test);
  pass(bytes, chunk.minimiser_squared_norm, chunk.trials, chunk.cut);
}

}  // namespace

std::string bytes_of(const ChunkResult& chunk) {
  PartsOut out;
  out.bytes().text(format);
  pass_chunk(out, chunk);
  return out.bytes().take();
}

ChunkResult chunk_in(std::string_view bytes) {
  PartsIn in(bytes);
  if (in.bytes().text() != format) in.bytes().refuse("must be of the format " + std::string(format));
  ChunkResult chunk;
  pass_chunk(in, chunk);
  in.bytes().end();
  return chunk;
}

std::string bytes_of_outcome(const TrialOutcome& outcome) {
  PartsOut out;
  out(outcome.errors.first_node_error.has_value());
  pass_outcome(out, outcome);
  return out.bytes().take();
}

TrialOutcome outcome_in(std::string_view bytes) {
  PartsIn in(bytes);
  TrialOutcome outcome;
  if (in.bytes().flag()) outcome.errors.first_node_error.emplace();
  pass_outcome(in, outcome);
  in.bytes().end();
  return outcome;
}

}  // namespace sotto
