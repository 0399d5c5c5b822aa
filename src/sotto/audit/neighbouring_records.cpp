// SPDX-License-Identifier: MIT
#include "sotto/audit/neighbouring_records.hpp"

#include <algorithm>
#include <cmath>

#include "sotto/files/text_lines.hpp"
#include "sotto/input/closed_set.hpp"
#include "sotto/input/number_text.hpp"

namespace sotto {
namespace {

constexpr std::size_t most_faults = 20;

/// NaN stands for a field that has been refused.
double read_number(std::string_view field, std::string& rule) {
  const std::optional<double> value = number_of_text<double>(field);
  if (value && std::isfinite(*value)) return *value;
  rule = value ? "must be finite" : "is not a number, or too large or too small for one";
  return std::nan("");
}

/// One record a line. Faults are collected, each with its line.
Records read_records(const std::string& path, const std::string& field, const ProblemSettings& problem) {
  const std::vector<TextLine> lines = read_text_lines(path, field);
  Faults faults;
  const auto fault = [&](std::size_t line, std::string where, std::string rule) {
    if (faults.list().size() < most_faults)
      faults.add({field, std::move(where), std::move(rule), place_of(path, line)});
  };
  Records records{.dimension = problem.dimension};
  for (const TextLine& line : lines) {
    const auto fields = split_fields(line.text);
    if (fields.size() != problem.dimension) {
      fault(line.number, std::to_string(fields.size()) + " numbers",
            "a record has problem.dimension = " + std::to_string(problem.dimension) + " of them");
      continue;
    }
    for (std::size_t k = 0; k < fields.size(); ++k) {
      std::string rule;
      records.values.push_back(read_number(fields[k], rule));
      if (!rule.empty()) fault(line.number, "cell " + std::to_string(k + 1), rule);
    }
  }
  if (lines.size() != problem.records_per_node)
    fault(lines.back().number, std::to_string(lines.size()) + " records",
          "must be problem.records_per_node = " + std::to_string(problem.records_per_node) + ", which is public");
  faults.throw_if_any(FaultKind::data);
  return records;
}

/// As a node sees them: projected onto the domain.
std::size_t rows_that_differ(NeighbouringRecords pair, const Domain& domain) {
  std::size_t count = 0;
  for (std::size_t r = 0; r < pair.data.count(); ++r) {
    const std::span<double> row = pair.data.row(r), other = pair.neighbour.row(r);
    project(domain, row);
    project(domain, other);
    if (!std::equal(row.begin(), row.end(), other.begin())) ++count;
  }
  return count;
}

/// Each part at its own two ends.
OppositePoints opposite_points_of_parts(const Product& product) {
  OppositePoints points;
  for (const SimpleDomain& part : product.parts) {
    const OppositePoints own = opposite_points(whole(part));
    points.plus.insert(points.plus.end(), own.plus.begin(), own.plus.end());
    points.minus.insert(points.minus.end(), own.minus.begin(), own.minus.end());
  }
  return points;
}

}  // namespace

OppositePoints opposite_points(const Domain& domain) {
  const std::vector<double> zero(dimension(domain), 0.0);
  OppositePoints points{zero, zero};
  std::visit(Cases{[&](const Box& box) {
                     std::fill(points.plus.begin(), points.plus.end(), box.half_side);
                     std::fill(points.minus.begin(), points.minus.end(), -box.half_side);
                   },
                   [&](const Simplex& simplex) { points.plus[0] = points.minus[1] = simplex.total; },
                   [&](const Product& product) { points = opposite_points_of_parts(product); },
                   [&](const auto& ball) {  // of either kind
                     points.plus[0] = ball.radius;
                     points.minus[0] = -ball.radius;
                   }},
             domain);
  return points;
}

NeighbouringRecords worst_case_records(const Scenario& scenario) {
  NeighbouringRecords pair;
  pair.data = pair.neighbour = scenario.draw(0, scenario.configuration().audit.node);
  const auto [plus, minus] = opposite_points(scenario.domain());
  std::copy(plus.begin(), plus.end(), pair.data.row(0).begin());
  std::copy(minus.begin(), minus.end(), pair.neighbour.row(0).begin());
  return pair;
}

NeighbouringRecords read_neighbouring_records(const Scenario& scenario) {
  const ProblemSettings& problem = scenario.configuration().problem;
  const AuditSettings& audit = scenario.configuration().audit;
  const NeighbouringRecords pair{read_records(audit.records, "audit.records", problem),
                                 read_records(audit.neighbour, "audit.neighbour", problem)};
  if (const std::size_t differ = rows_that_differ(pair, scenario.domain()); differ != 1)
    throw InvalidInput({"audit.neighbour", audit.neighbour,
                        "must differ from " + printable(audit.records) +
                            " in exactly one record (as projected onto the domain), not in " + std::to_string(differ)},
                       FaultKind::data);
  return pair;
}

}  // namespace sotto
