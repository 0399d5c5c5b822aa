// SPDX-License-Identifier: MIT
// Every column of every row of the reference values, to 1e-9.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>
#include <sstream>

#include "sotto/privacy/accountant.hpp"
#include "sotto/privacy/composition.hpp"
#include "sotto/privacy/for_comparison.hpp"

namespace sotto {
namespace {

using Row = std::map<std::string, double>;

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream stream(line);
  for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell.substr(0, cell.find('\r')));
  return cells;
}

std::vector<Row> reference_rows() {
  std::ifstream file(std::string(SOTTO_SOURCE_DIR) + "/tests/reference_values/gaussian_calibration.csv");
  std::string line;
  std::getline(file, line);
  const std::vector<std::string> names = cells_of(line);
  std::vector<Row> rows;
  while (std::getline(file, line)) {
    const std::vector<std::string> cells = cells_of(line);
    for (std::size_t k = 0; k < names.size(); ++k)
      (k == 0 ? rows.emplace_back() : rows.back())[names[k]] = std::stod(cells[k]);
  }
  return rows;
}

/// The same columns, from the functions alone.
Row recomputed(const Row& given) {
  const PrivacyBudget budget{given.at("eps"), given.at("delta")};
  const RoundShares shares(static_cast<std::uint64_t>(given.at("T")));
  std::map<std::string_view, ComparisonValue> others;
  for (const ComparisonValue& value : for_comparison(budget, shares)) others.emplace(value.name, value);
  const auto alpha = [&](Accountant accountant) { return alpha_limit(accountant, budget, shares); };
  const double exact = alpha(Accountant::exact), paper = alpha(Accountant::paper), root = alpha(Accountant::root);
  const double basic_classic = others.at("basic-classic").alpha, advanced_classic = others.at("advanced-classic").alpha;
  return {{"eps", budget.epsilon},
          {"delta", budget.delta},
          {"T", shares.rounds()},
          {"sigma_exact", 1 / std::sqrt(exact)},
          {"alpha_exact", exact},
          {"alpha_paper_thm1", paper},
          {"alpha_star_quadratic", root},
          {"alpha_pdp_two_sided", others.at("pdp-two-sided").alpha},
          {"alpha_pdp_one_sided", others.at("pdp-one-sided").alpha},
          {"alpha_zcdp_bun_steinke", alpha(Accountant::zcdp_bs)},
          {"alpha_zcdp_cks", alpha(Accountant::zcdp_cks)},
          {"alpha_classic_dwork_roth_oneshot", others.at("classic-one-shot").alpha},
          {"eps0_basic", others.at("basic-classic").round_epsilon},
          {"alpha_basic_classic", basic_classic},
          {"alpha_basic_analytic", alpha(Accountant::basic)},
          {"eps0_advanced", others.at("advanced-classic").round_epsilon},
          {"alpha_advanced_classic", advanced_classic},
          {"alpha_advanced_analytic", alpha(Accountant::advanced)},
          {"gain_exact_over_paper", exact / paper},
          {"gain_exact_over_star", exact / root},
          {"gain_paper_over_advanced_classic", paper / advanced_classic},
          {"gain_exact_over_basic_classic", exact / basic_classic},
          {"true_eps_of_paper_thm1", epsilon_of(Accountant::exact, {.alpha = paper, .delta = budget.delta})},
          {"true_delta_of_paper_thm1", delta_of(Accountant::exact, {.alpha = paper, .epsilon = budget.epsilon})}};
}

TEST(ReferenceValues, AreReproducedInEveryColumnAndNoAllowanceLiesAbove) {
  const std::vector<Row> rows = reference_rows();
  ASSERT_GE(rows.size(), 12U) << "tests/data is part of the repository";
  for (const Row& row : rows) {
    const Row ours = recomputed(row);
    ASSERT_EQ(ours.size(), row.size()) << "a column nobody recomputes";
    for (const auto& [column, value] : row) {
      EXPECT_NEAR(ours.at(column) / value, 1, 1e-9) << column << " at " << row.at("eps") << " " << row.at("delta");
      if (column.starts_with("alpha_")) {
        EXPECT_LE(ours.at(column), value * (1 + 1e-11)) << column << ": the file prints 12 digits";
      }
    }
  }
}

TEST(ReferenceValues, AComposedRoundIsCalibratedTheSameWayByTheCurve) {
  for (const Row& row : reference_rows()) {
    const RoundShares shares(static_cast<std::uint64_t>(row.at("T")));
    for (const auto& [composition, name] :
         {std::pair{Composition::basic, "basic"}, {Composition::advanced, "advanced"}}) {
      const ComposedRounds rounds({composition, Calibration::exact}, shares);
      const double alpha = row.at(std::string("alpha_") + name + "_analytic");
      EXPECT_NEAR(rounds.largest_round_epsilon({.alpha = alpha, .delta = row.at("delta")}) /
                      row.at(std::string("eps0_") + name),
                  1, 1e-9);
    }
  }
}

}  // namespace
}  // namespace sotto
