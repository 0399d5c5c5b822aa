// SPDX-License-Identifier: MIT
// Competitors for the instruction set that this compilation is for. Eigen lies in a namespace of the set, and the
// standard library's templates are inlined into one function: the linker must not share them between sets.
#include "competitors.hpp"

#include <random>

#define SOTTO_JOINED(a, b) a##b
#define SOTTO_EIGEN_FOR(set) SOTTO_JOINED(Eigen_, set)
#define Eigen SOTTO_EIGEN_FOR(SOTTO_KERNEL)
#include <Eigen/Sparse>

namespace sotto::bench::SOTTO_KERNEL {
namespace {

[[gnu::flatten]] void standard_normals(std::span<double> out) {
  static std::mt19937_64 bits(1);  // NOLINT(cert-msc32-c,cert-msc51-cpp): repeats on purpose
  static std::normal_distribution<double> law;
  for (double& v : out) v = law(bits);
}

void mix(const EigenMixture& by, const double* y, double* next) {
  using Dense = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  using Sparse = Eigen::SparseMatrix<double, Eigen::RowMajor>;
  const Eigen::Map<const Sparse> W(by.nodes, by.nodes, static_cast<int>(by.entries), by.starts, by.column_of_entry,
                                   by.weights);
  Eigen::Map<Dense, Eigen::Aligned64>(next, by.nodes, by.columns).noalias() =
      W * Eigen::Map<const Dense, Eigen::Aligned64>(y, by.nodes, by.columns);
}

}  // namespace

#define SOTTO_NAME(set) #set
#define SOTTO_NAME_OF(set) SOTTO_NAME(set)
extern const Competitor competitor;
const Competitor competitor{
    .instruction_set = SOTTO_NAME_OF(SOTTO_KERNEL), .standard_normals = standard_normals, .mix = mix};

}  // namespace sotto::bench::SOTTO_KERNEL
