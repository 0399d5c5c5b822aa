// SPDX-License-Identifier: MIT
// Eigenvalues by Eigen (dense) and Spectra (Lanczos): the one file that includes either of them.
#include "sotto/graph/spectrum.hpp"

#include <Spectra/SymEigsSolver.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <exception>

#include "sotto/input/long_wait.hpp"
#include "sotto/random/gaussian.hpp"

namespace sotto {
namespace {

/// The operator contract of Spectra.
class MapOperator {
 public:
  using Scalar = double;
  explicit MapOperator(const SymmetricMap& map) : map_(map) {}
  Eigen::Index rows() const { return map_.size; }
  Eigen::Index cols() const { return map_.size; }
  void perform_op(const double* x, double* y) const {
    map_.apply({x, map_.size}, {y, map_.size});
    if (most_ > 0) tell_wait(while_working, std::min(1.0, static_cast<double>(++applied_) / most_));
  }

  /// From now on, who waits is told what part of this is behind. It may end sooner.
  void expect_at_most(double applications) { most_ = applications; }
  void is_done() {
    most_ = 0;
    tell_wait(while_working, 1);
  }

 private:
  static constexpr const char* while_working = "finding beta (at most)";
  const SymmetricMap& map_;
  double most_ = 0;
  mutable std::uint64_t applied_ = 0;
};

/// Spectra hands out converged pairs only; the factorisation A V = V H + ... also holds the best pair so far.
class Solver : public Spectra::SymEigsSolver<MapOperator> {
 public:
  using SymEigsSolver::SymEigsSolver;

  /// The unit vector of the best Ritz value.
  Eigen::VectorXd best_vector(SpectrumEnd end) const {
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> small(this->m_fac.matrix_H());
    const Eigen::VectorXd& value = small.eigenvalues();
    Eigen::Index best = value.size() - 1;
    if (end == SpectrumEnd::largest_magnitude && std::abs(value[0]) > std::abs(value[best])) best = 0;
    return (this->m_fac.matrix_V() * small.eigenvectors().col(best)).normalized();
  }
};

/// The Rayleigh quotient of a unit vector, with what it leaves over.
EigenEstimate estimate(const MapOperator& operation, const Eigen::VectorXd& vector, bool converged) {
  Eigen::VectorXd image(vector.size());
  operation.perform_op(vector.data(), image.data());
  const double value = vector.dot(image);
  return {value, (image - value * vector).norm(), converged};
}

Eigen::VectorXd start_vector(NodeId size) {
  Eigen::VectorXd start(size);
  fill_gaussian(1, {.stream = Stream::graph, .node = 2}, {start.data(), size});
  return start.normalized();
}

}  // namespace

std::vector<double> dense_eigenvalues(const SymmetricMap& map) {
  Eigen::MatrixXd matrix(map.size, map.size);
  std::vector<double> unit(map.size);
  for (NodeId j = 0; j < map.size; ++j) {
    unit[j] = 1.0;
    map.apply(unit, {matrix.col(j).data(), map.size});
    unit[j] = 0.0;
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(matrix, Eigen::EigenvaluesOnly);
  return {solver.eigenvalues().data(), solver.eigenvalues().data() + map.size};
}

LanczosLimits usual_limits(NodeId size) {
  // The value's own error is about residual^2 / gap: far below these tolerances.
  const double tolerance = size <= 20000 ? 1e-10 : size <= 200000 ? 1e-6 : 1e-4;
  return {.restarts = std::clamp(static_cast<int>(1e8 / size), 60, 1000), .tolerance = tolerance};
}

EigenEstimate lanczos_eigenvalue(const SymmetricMap& map, SpectrumEnd end, const LanczosLimits& limits) {
  MapOperator operation(map);
  const Eigen::VectorXd start = start_vector(map.size);
  const EigenEstimate first = estimate(operation, start, false);
  // Lanczos breaks down on a matrix that is zero but for rounding . A random vector has a share of about 1/sqrt(size)
  // in every eigenvector, so one that all but vanishes leaves no larger eigenvalue hidden.
  if (std::hypot(first.value, first.residual) < 1e-14)
    return {0.0, 1e-13 * std::sqrt(static_cast<double>(map.size)), true};
  const Eigen::Index width = std::min<Eigen::Index>(map.size, map.size <= 20000 ? 24 : 16);
  const auto rule = end == SpectrumEnd::largest ? Spectra::SortRule::LargestAlge : Spectra::SortRule::LargestMagn;
  try {
    Solver solver(operation, 1, width);
    operation.expect_at_most(static_cast<double>(width) * (limits.restarts + 1));
    solver.init(start.data());
    const bool converged = solver.compute(rule, limits.restarts, limits.tolerance) == 1;
    operation.is_done();
    return estimate(operation, solver.best_vector(end), converged);
  } catch (const std::exception&) {  // an inner solver gave up: what is known is the start
    operation.is_done();
    return first;
  }
}

}  // namespace sotto
