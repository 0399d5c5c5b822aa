// SPDX-License-Identifier: MIT
// The section [problem] of a configuration: what is minimised, and over which domain.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sotto/agreement/data_settings.hpp"
#include "sotto/agreement/domain_parts.hpp"
#include "sotto/data/dataset/encoding.hpp"
#include "sotto/data/synthetic/drawn_problem.hpp"
#include "sotto/problem/domain.hpp"
#include "sotto/problem/labelled_rows.hpp"
#include "sotto/problem/losses.hpp"
#include "sotto/settings/field_document.hpp"
#include "sotto/settings/reader.hpp"

namespace sotto {

/// What counts the same in the sum that is minimised.
enum class Weighting { records, nodes };
constexpr Names<2> names_of(Weighting) {
  return {"records", "nodes"};
}

struct ProblemSettings {
  ProblemKind kind = ProblemKind::mean_estimation;
  DomainKind domain = DomainKind::box;
  std::size_t dimension = 0;
  std::size_t records_per_node = 0;
  double radius = 0;  ///< the domain's size; of a product, where synthetic records are cut off
  double mean = 0;
  std::vector<SimpleDomain> parts = {};  ///< of a product
  // For linear models, whose records lie in files:
  double regularisation = 0;                  ///< lambda, for each record
  double width = 1;                           ///< of Huber's loss and of the hinge's rounding
  std::optional<double> clip = std::nullopt;  ///< of a record's gradient
  bool clip_at_half_norm = false;  ///< half of the longest gradient that a record can have: a rule, not tuned
  Weighting weighting = Weighting::records;

  bool has_model() const { return kind != ProblemKind::mean_estimation; }
  bool has_width() const { return kind == ProblemKind::huber || kind == ProblemKind::svm; }
};

/// The domain of a problem: public, known before any record is.
Domain make_domain(const ProblemSettings& problem);

/// Records that are declared in no file: a node's, in a trial.
struct DrawPlace {
  std::uint64_t seed;
  std::uint32_t trial;
  NodeId node;
};
Records drawn_records(const ProblemSettings& problem, const DrawPlace& at);

/// Records that lie in files decide the dimension. Faults stay with the reader.
ProblemSettings read_problem(Reader& reader, const std::optional<DataSettings>& data);
std::string problem_toml(ProblemSettings problem, bool on_files);
DocumentedSection problem_document();

/// The loss that the kind of problem has on declared columns: what a linear model is judged by. Throws InvalidInput
/// where kind and label do not go together; nothing for mean estimation, which has no label.
std::optional<Loss> loss_of(const ProblemSettings& problem, const Encoding& encoding);

}  // namespace sotto
