// SPDX-License-Identifier: MIT
#include "sotto/problem/mean_estimation.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "sotto/arithmetic/multiply_add.hpp"
#include "sotto/arithmetic/prefetch.hpp"
#include "sotto/input/invalid_input.hpp"

namespace sotto {

PublicConstants MeanEstimation::constants_for(const Domain& domain, std::size_t record_count) {
  check(domain);
  if (record_count < 1)
    throw InvalidInput({"problem.records_per_node", std::to_string(record_count), "must be at least 1"});
  const auto n = static_cast<double>(record_count);
  return {.curvature = {.strong_convexity = n, .smoothness = n},
          .record_sensitivity = 2 * radius_around_centre(domain),
          .gradient_bound = n * diameter(domain),
          .uses_record_count = true};
}

MeanEstimation::MeanEstimation(const Domain& domain, Records records)
    : count_(static_cast<double>(records.count())),
      sum_(sotto::dimension(domain), 0.0),
      constants_(constants_for(domain, records.count())),
      centre_(sum_.size(), 0.0),
      minus_records_(sum_.size(), RecordClip::to_norm(constants_.record_sensitivity / 2)) {
  if (records.dimension != sum_.size())
    throw InvalidInput({"problem.dimension", std::to_string(records.dimension),
                        "records must have the domain's dimension " + std::to_string(sum_.size())},
                       FaultKind::data);
  write_centre(domain, centre_);
  add_projected(domain, records, sum_);
  for (std::size_t r = 0; r < records.count(); ++r) {
    const std::span<double> record = records.row(r);
    for (std::size_t k = 0; k < record.size(); ++k) {
      sum_of_squares_ += record[k] * record[k];
      record[k] = centre_[k] - record[k];
    }
    minus_records_.add(record);
  }
}

void MeanEstimation::add_projected(const Domain& domain, Records& records, std::span<double> sum) {
  for (std::size_t r = 0; r < records.count(); ++r) {
    const std::span<double> record = records.row(r);
    for (double& v : record) v = std::isfinite(v) ? v : 0.0;
    project(domain, record);
    for (std::size_t k = 0; k < record.size(); ++k) sum[k] += record[k];
  }
}

double MeanEstimation::value(std::span<const double> x) const {
  double twice = sum_of_squares_;
  for (std::size_t k = 0; k < sum_.size(); ++k) twice += x[k] * (count_ * x[k] - 2 * sum_[k]);
  return 0.5 * twice;
}

void MeanEstimation::gradient(std::span<const double> x, std::span<double> out) const {
  for (std::size_t k = 0; k < sum_.size(); ++k) out[k] = -sum_[k];
  multiply_add(count_, x, out, out);
}

void MeanEstimation::prefetch() const {
  prefetch_numbers(sum_);
}

void MeanEstimation::gradients(std::span<const double> points, std::span<double> out) const {
  const std::size_t count = points.size() / sum_.size();
  for (std::size_t c = 0; c < sum_.size(); ++c) {
    const std::span<double> of_coordinate = out.subspan(c * count, count);
    std::fill(of_coordinate.begin(), of_coordinate.end(), -sum_[c]);
    multiply_add(count_, points.subspan(c * count, count), of_coordinate, of_coordinate);
  }
}

void MeanEstimation::shared_gradient(std::span<const double> x, std::span<double> out) const {
  for (std::size_t k = 0; k < x.size(); ++k) out[k] = count_ * (x[k] - centre_[k]);
}

const QuantisedSum& MeanEstimation::record_gradients(std::span<const double>, QuantisedSum& scratch) const {
  if (!(scratch.clip() == minus_records_.clip())) std::abort();  // Node has compared the plan's sensitivity with ours
  return minus_records_;
}

}  // namespace sotto
