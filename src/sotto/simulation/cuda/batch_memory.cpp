// SPDX-License-Identifier: MIT
#include "sotto/simulation/cuda/batch_memory.hpp"

#include <algorithm>
#include <string>

#include "sotto/problem/mean_estimation.hpp"
#include "sotto/simulation/cuda/team_statistics.hpp"

namespace sotto {
namespace {

constexpr std::size_t of_number = sizeof(double), of_word = sizeof(std::uint32_t);
/// What an allocation costs besides.
constexpr std::size_t of_allocation = 32;

/// TeamTask::columns, however many there are.
std::size_t columns_of(const TeamTask& task) {
  const std::size_t rounds = task.every_round ? std::size_t{task.hand_over()} - 1 + task.most_averaging : 1;
  return values_of_round * rounds + end_values;
}

std::size_t arrays_of_trial(const TeamInput& like) {
  return like.own_numbers * of_number + like.own_whole * of_word;
}

template <class... Arrays>
std::size_t bytes_of(const Arrays&... arrays) {
  return ((arrays.size() * sizeof(arrays[0])) + ...);
}

std::string mebibytes(std::size_t bytes) {
  return std::to_string((bytes >> 20) + 1) + " MiB";
}

}  // namespace

BatchBytes bytes_on_device(const TeamInput& like, std::size_t parts) {
  const std::size_t columns = columns_of(like.task), own = arrays_of_trial(like);
  return {.shared = bytes_of(like.numbers, like.whole) - own * like.task.trials +
                    columns * sizeof(RunningStatistic::Sums) + std::size_t{end_values} * bucket_count * of_word,
          .of_trial = columns * (of_number + sizeof(RunningStatistic::Sums) / trials_per_chunk) + of_word + own * parts,
          .of_group = like.task.memory.size * of_number};
}

BatchBytes bytes_here(const TeamInput& like, std::size_t parts) {
  const TeamTask& task = like.task;
  const std::size_t nodes = task.nodes, dimension = task.dimension;
  std::size_t of_trial = sizeof(Trial) + of_word;
  if (task.minus_records.stride > 1)  // a node's sum, centre and sums in integers; x*
    of_trial += nodes * (sizeof(MeanEstimation) + 2 * sizeof(void*) + 4 * (dimension * of_number + of_allocation)) +
                dimension * of_number;
  if (!task.row_weights.exists())  // rows of a graph, which may be complete
    of_trial += sizeof(WeightMatrix) + nodes * nodes * (of_number + of_word) + nodes * sizeof(std::size_t);
  return {.shared = 2 * bytes_of(like.numbers, like.whole),
          .of_trial = of_trial + (3 + parts) * arrays_of_trial(like)};  // a list that grows, the task, each part's
}

BatchBytes bytes_on_device(const LinearRecords& records) {
  const LinearArrays& a = records.arrays;
  const LinearShape& shape = records.shape;
  const std::size_t points = std::size_t{shape.nodes} * (std::size_t{shape.features} * shape.margins + 1);
  return {.shared = bytes_of(a.nodes, a.node_of, a.firsts, a.labels, a.norms, a.values, a.begins, a.columns,
                             a.column_begins, a.records, a.column_values),
          .of_trial = (std::size_t{shape.records} * shape.margins + 2 * points) * of_number};
}

BatchPlan plan_batch(const BatchBytes& bytes, std::size_t free, const BatchLimits& limits) {
  const std::size_t room = free / 10 * 7, fewest = bytes.shared + bytes.of_group + limits.least * bytes.of_trial;
  if (fewest > room)
    throw TooLittleMemory("too little free memory for " + std::to_string(limits.least) + " trials: of " +
                          mebibytes(free) + " seven tenths are given out, and they take " + mebibytes(fewest));
  // Groups wait for each other where there is room for few of them; they get half of what the fewest trials leave.
  std::size_t groups = 0;
  if (bytes.of_group > 0)
    groups = std::clamp<std::size_t>(1 + (room - fewest) / 2 / bytes.of_group, 1, std::max(limits.groups, 1U));
  const std::size_t trials = (room - bytes.shared - groups * bytes.of_group) / bytes.of_trial;
  const std::size_t whole = std::min<std::size_t>(trials, limits.most) / limits.least * limits.least;
  return {.trials = static_cast<std::uint32_t>(std::max<std::size_t>(whole, limits.least)),
          .groups = static_cast<std::uint32_t>(groups)};
}

std::uint32_t trials_of_a_second(const TeamTask& task, std::uint32_t at_once) {
  constexpr double numbers_of_a_second = 0x1p36;  // the paper's network on an H200 draws about twice as many
  const double rounds = double{1} * task.gradient_rounds * task.mixing_rounds + task.most_averaging;
  const double trials = numbers_of_a_second / (rounds * 2 * task.pairs() * task.nodes);
  return std::max(at_once, static_cast<std::uint32_t>(std::min(trials, 0x1p31)));
}

}  // namespace sotto
