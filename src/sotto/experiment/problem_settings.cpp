// SPDX-License-Identifier: MIT
// The section [problem] of a configuration.
#include "sotto/experiment/problem_settings.hpp"

#include <cmath>

#include "sotto/experiment/domain_parts.hpp"
#include "sotto/experiment/loss_of_columns.hpp"

namespace sotto {
namespace {

void refuse_bad_parts(Reader& reader, ProblemSettings& problem, const std::string& text) {
  if (problem.domain != "product") {
    if (!text.empty()) reader.refuse("problem.parts", "is for problem.domain = \"product\"");
    return;
  }
  PartsReading reading = read_parts(text);
  if (!reading.fault.empty()) reader.refuse("problem.parts", reading.fault);
  problem.parts = std::move(reading.parts);
}

/// What decides the dimension when nothing is said of it, and what says so.
struct UsualDimension {
  std::size_t dimension = 10;
  std::string of;  ///< empty: nothing decides it
};

void read_domain(Reader& reader, ProblemSettings& problem, UsualDimension usual) {
  std::vector<std::string> names = simple_domain_names();
  names.emplace_back("product");
  problem.domain = reader.choice_or("problem.domain", problem.kind == "mean-estimation" ? "box" : "ball", names);
  refuse_bad_parts(reader, problem, reader.text_or("problem.parts", ""));
  const Domain product = Product{problem.parts};
  const bool of_parts = !problem.parts.empty();
  if (of_parts && !usual.of.empty() && dimension(product) != usual.dimension)
    reader.refuse("problem.parts", "must have " + usual.of + " " + std::to_string(usual.dimension) + " dimensions");
  if (of_parts && usual.of.empty()) usual = {dimension(product), "the parts'"};
  problem.dimension = static_cast<std::size_t>(
      reader.integer_or("problem.dimension", static_cast<std::int64_t>(usual.dimension), {1, 1'000'000}));
  if (!usual.of.empty() && problem.dimension != usual.dimension)
    reader.refuse("problem.dimension", "must be absent or " + usual.of + " " + std::to_string(usual.dimension));
  if (problem.domain == "simplex" && problem.dimension < 2)
    reader.refuse("problem.dimension", "must be at least 2: a simplex of one coordinate is a single point");
  problem.radius = reader.real_or("problem.radius", of_parts ? largest_coordinate(product) : 10,
                                  within({1e-100, 1e100}));  // its square is a number
}

/// Faults of the schema, and of a kind that does not go with it, stay with the reader.
UsualDimension dimension_of_model(Reader& reader, const ProblemSettings& problem, const DataSettings& data) {
  try {
    const Encoding encoding(data.schema);
    return {model_dimension(loss_of(problem, encoding), encoding), "the columns'"};
  } catch (const InvalidInput& refused) {
    for (const Fault& fault : refused.faults()) reader.refuse(fault);
    return {};
  }
}

/// The mean has no loss to weigh, clip or regularise, and no label that a test could be judged by.
void refuse_keys_of_linear_models(Reader& reader, const std::optional<DataSettings>& data) {
  for (const char* key : {"problem.regularisation", "problem.width", "problem.clip", "problem.weighting"})
    if (reader.has(key)) reader.refuse(key, "is for linear models: must be absent for mean estimation");
  if (!data) return;
  if (data->schema.intercept || data->schema.sparse)
    reader.refuse("data.intercept", "must be false for mean estimation, and so must data.sparse");
  const std::string why = " for mean estimation: it has no label, so that nothing would be measured on test records";
  if (!data->test_path.empty()) reader.refuse("data.test_file", "must be absent" + why);
  if (data->hold_out > 0) reader.refuse("data.hold_out", "must be 0" + why);
}

}  // namespace

ProblemSettings read_problem(Reader& reader, const std::optional<DataSettings>& data) {
  ProblemSettings problem;
  problem.kind = reader.choice_or("problem.kind", "mean-estimation",
                                  {"mean-estimation", "linear", "logistic", "softmax", "huber", "svm", "poisson"});
  const bool model = problem.kind != "mean-estimation";
  if (model && !data) reader.refuse("problem.kind", "needs records that lie in files: data.file");
  problem.width = reader.real_or("problem.width", problem.kind == "svm" ? 0.5 : 1, within({1e-6, 1e6}));
  if (model && problem.kind != "huber" && problem.kind != "svm" && reader.has("problem.width"))
    reader.refuse("problem.width", "is for huber and svm: must be absent for " + problem.kind);
  problem.clip = reader.optional_real("problem.clip", within({1e-100, 1e100}));
  problem.weighting = reader.choice_or("problem.weighting", "records", {"records", "nodes"});
  problem.regularisation = reader.real_or("problem.regularisation", 0, within({0, 1e6}));
  if (model && !(problem.regularisation > 0))
    reader.refuse("problem.regularisation", "must be > 0: the steps and the noise of a linear model need it");
  if (!model) refuse_keys_of_linear_models(reader, data);
  read_domain(reader, problem, data ? dimension_of_model(reader, problem, *data) : UsualDimension{});
  problem.records_per_node =
      static_cast<std::size_t>(reader.integer_or("problem.records_per_node", 100, {1, 1'000'000'000}));
  if (data && reader.has("problem.records_per_node"))
    reader.refuse("problem.records_per_node", "is for records that are drawn; data.records says it of files");
  const std::optional<double> mean = reader.optional_real("problem.mean", any_finite());
  if (mean && std::abs(*mean) > problem.radius) reader.refuse("problem.mean", "must lie in [-radius, radius]");
  problem.mean = mean.value_or(0.7 * problem.radius);
  return problem;
}

}  // namespace sotto
