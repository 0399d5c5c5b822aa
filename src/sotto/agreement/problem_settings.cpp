// SPDX-License-Identifier: MIT
#include "sotto/agreement/problem_settings.hpp"

#include <algorithm>
#include <cmath>

#include "sotto/problem/truncated_gaussian.hpp"
#include "sotto/settings/field_reader.hpp"
#include "sotto/settings/field_writer.hpp"

namespace sotto {
namespace {

/// A dimension that other keys decide. No file can say it.
constexpr std::int64_t decided_elsewhere = 0;

/// Only products have parts.
std::string take_parts(const std::string& text, ProblemSettings& problem) {
  if (problem.domain != DomainKind::product) return text.empty() ? "" : "is for problem.domain = \"product\"";
  PartsReading reading = read_parts(text);
  problem.parts = std::move(reading.parts);
  return reading.fault;
}

template <class Visitor>
void domain_fields(Visitor& v, ProblemSettings& problem, bool on_files) {
  v.choice("domain", problem.domain, problem.has_model() ? DomainKind::ball : DomainKind::box, all_of<DomainKind>,
           {.says = "\"box\": [-radius, radius]^dimension; \"ball\": ||x|| <= radius; \"l1-ball\": sum of |x_k| at\n"
                    "most radius; \"simplex\": x_k >= 0 that sum to radius; \"product\": of such sets, see parts",
            .usually = "\"ball\" for linear models, else \"box\""});
  v.spelled("parts", problem, take_parts, [](const ProblemSettings& p) { return parts_text(p.parts); },
            {.says = "domain = \"product\": name, dimension and size of each, such as \"ball 9 30, box 1 10\"",
             .written = !problem.parts.empty()});
  v.whole("dimension", problem.dimension, decided_elsewhere, {1, 1'000'000},
          {.says = "of x; that of columns where records lie in files",
           .shown = "10",
           .set = true,
           .usually = "what columns or parts decide, else 10"});
  v.real("radius", problem.radius, problem.parts.empty() ? 10 : largest_coordinate(Product{problem.parts}),
         within({1e-100, 1e100}),  // its square is a number
         {.says = "public bound: every record is projected onto the domain (product: see parts; there it is\n"
                  "where synthetic records are cut off)",
          .set = true,
          .usually = "10; of a product its largest coordinate"});
  v.whole("records_per_node", problem.records_per_node, 100, {1, 1'000'000'000},
          {.says = "public; neighbouring datasets differ in the value of one record",
           .set = true,
           .written = !on_files,
           .after = "dimension"});
  v.real("mean", problem.mean, 0.7 * problem.radius, any_finite(),
         {.says = "synthetic records: mean before truncation; 0.7 * radius unless set",
          .written = !on_files,
          .usually = "0.7 * radius"});
}

template <class Visitor>
void model_fields(Visitor& v, ProblemSettings& problem, bool on_files) {
  const bool written = on_files && problem.has_model();
  v.remark("# Of linear models alone, whose records lie in files:\n");
  v.real(
      "regularisation", problem.regularisation, 0, within({0, 1e6}),
      {.says = "lambda of lambda/2 ||x||^2 for each record; every kind but the mean needs it > 0", .written = written});
  v.choice("weighting", problem.weighting, Weighting::records, all_of<Weighting>,
           {.says = "what counts the same: every record, or every node (\"nodes\"; small nodes pay with noise)",
            .written = written});
  v.real("width", problem.width, problem.kind == ProblemKind::svm ? 0.5 : 1, within({1e-6, 1e6}),
         {.says = "huber: where the loss becomes linear; svm: where the hinge is rounded (0.5 unless set)",
          .written = written && problem.has_width(),
          .after = "regularisation",
          .usually = "1; 0.5 for svm"});
  v.optional_real_or_word(
      "clip", problem.clip, "half-norm", problem.clip_at_half_norm, within({1e-100, 1e100}),
      {.says = "norm that a record's gradient is clipped to; not clipped unless set. \"half-norm\": half of\n"
               "the longest gradient that a record can have, by what is declared",
       .shown = "1.0",
       .written = written,
       .after = "width"});
}

template <class Visitor>
void problem_fields(Visitor& v, ProblemSettings& problem, bool on_files) {
  v.choice("kind", problem.kind, ProblemKind::mean_estimation, all_of<ProblemKind>,
           {.says = "every node holds records; together they find the mean. On files (see [data]) also linear,\n"
                    "logistic, softmax, huber, svm, poisson",
            .set = true});
  domain_fields(v, problem, on_files);
  model_fields(v, problem, on_files);
}

/// What decides the dimension when nothing is said of it, and what says so.
struct UsualDimension {
  std::size_t dimension = 10;
  std::string of;  ///< empty: nothing decides it
};

/// "column age": those whose own tables have faults. What is said of them as columns would follow from that.
std::vector<std::string> columns_refused(const Reader& reader) {
  std::vector<std::string> columns;
  for (const std::string& field : reader.refused_fields())
    if (field.starts_with("column")) columns.push_back(field.substr(0, field.rfind('.')));
  return columns;
}

/// Faults of the schema, and of a kind that does not go with it, stay with the reader.
UsualDimension dimension_of_model(Reader& reader, const ProblemSettings& problem, const DataSettings& data) {
  try {
    const Encoding encoding(data.schema);
    return {model_dimension(loss_of(problem, encoding), encoding), "the columns'"};
  } catch (const InvalidInput& refused) {
    const std::vector<std::string> columns = columns_refused(reader);
    const auto follows = [&](const Fault& fault) {
      const std::string column = fault.field.substr(0, fault.field.rfind('.'));
      return std::count(columns.begin(), columns.end(), column) > 0 ||
             (!fault.field.starts_with("column") && !columns.empty());
    };
    for (const Fault& fault : refused.faults())
      if (!follows(fault)) reader.refuse(fault);
    return {};
  }
}

void decide_dimension(Reader& reader, ProblemSettings& problem, UsualDimension usual) {
  if (problem.domain == DomainKind::product && !reader.has("problem.parts"))
    reader.refuse("problem.parts", take_parts("", problem));
  const std::size_t in_parts = dimension(Product{problem.parts});
  if (!problem.parts.empty() && !usual.of.empty() && in_parts != usual.dimension)
    reader.refuse("problem.parts", "must have " + usual.of + " " + std::to_string(usual.dimension) + " dimensions",
                  {"problem.kind"});
  if (!problem.parts.empty() && usual.of.empty()) usual = {in_parts, "the parts'"};
  if (problem.dimension == decided_elsewhere) problem.dimension = usual.dimension;
  if (!usual.of.empty() && problem.dimension != usual.dimension)
    reader.refuse("problem.dimension", "must be absent or " + usual.of + " " + std::to_string(usual.dimension),
                  {"problem.kind", "problem.domain", "problem.parts"});
  if (problem.domain == DomainKind::simplex && problem.dimension < 2)
    reader.refuse("problem.dimension", "must be at least 2: a simplex of one coordinate is a single point");
}

/// The mean has no loss to weigh, clip or regularise, and no label that a test could be judged by.
void refuse_keys_of_linear_models(Reader& reader, const std::optional<DataSettings>& data) {
  const std::vector<std::string> kind{"problem.kind"};
  for (const char* key : {"problem.regularisation", "problem.width", "problem.clip", "problem.weighting"})
    if (reader.has(key)) reader.refuse(key, "is for linear models: must be absent for mean estimation", kind);
  if (!data) return;
  if (data->schema.intercept || data->schema.sparse)
    reader.refuse("data.intercept", "must be false for mean estimation, and so must data.sparse", kind);
  const std::string why = " for mean estimation: it has no label, so that nothing would be measured on test records";
  if (!data->test_path.empty()) reader.refuse("data.test_file", "must be absent" + why, kind);
  if (data->hold_out > 0) reader.refuse("data.hold_out", "must be 0" + why, kind);
}

void refuse_what_does_not_suit_a_model(Reader& reader, const ProblemSettings& problem, bool on_files) {
  if (!on_files) reader.refuse("problem.kind", "needs records that lie in files: data.file", keys_of_files(reader));
  if (!problem.has_width() && reader.has("problem.width"))
    reader.refuse("problem.width", "is for huber and svm: must be absent for " + std::string(name_of(problem.kind)));
  if (!(problem.regularisation > 0))
    reader.refuse("problem.regularisation", "must be > 0: the steps and the noise of a linear model need it",
                  {"problem.regularisation"});
}

}  // namespace

Domain make_domain(const ProblemSettings& problem) {
  if (problem.domain == DomainKind::product) return Product{problem.parts};
  return whole(simple_domain(problem.domain, problem.dimension, problem.radius));
}

Records drawn_records(const ProblemSettings& problem, const DrawPlace& at) {
  return draw_records({.dimension = problem.dimension, .mean = problem.mean, .radius = problem.radius},
                      {.seed = at.seed, .trial = at.trial, .node = at.node, .record_count = problem.records_per_node});
}

ProblemSettings read_problem(Reader& reader, const std::optional<DataSettings>& data) {
  ProblemSettings problem;
  FieldReader fields(reader, "problem");
  problem_fields(fields, problem, data.has_value());
  if (problem.has_model())
    refuse_what_does_not_suit_a_model(reader, problem, data.has_value());
  else
    refuse_keys_of_linear_models(reader, data);
  decide_dimension(reader, problem, data ? dimension_of_model(reader, problem, *data) : UsualDimension{});
  if (data && reader.has("problem.records_per_node"))
    reader.refuse("problem.records_per_node", "is for records that are drawn; data.records says it of files");
  if (std::abs(problem.mean) > problem.radius)
    reader.refuse("problem.mean", "must lie in [-radius, radius]", {"problem.radius"});
  return problem;
}

std::string problem_toml(ProblemSettings problem, bool on_files) {
  FieldWriter fields;
  problem_fields(fields, problem, on_files);
  return "[problem]\n" + fields.lines();
}

DocumentedSection problem_document() {
  ProblemSettings problem;
  FieldDocument fields("problem");
  problem_fields(fields, problem, false);
  return fields.section();
}

}  // namespace sotto
