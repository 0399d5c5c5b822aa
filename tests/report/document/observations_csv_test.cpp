// SPDX-License-Identifier: MIT
// Observations as CSV: numbers and names read back the same.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "report/document/observations.hpp"
#include "sotto/report/document/figure.hpp"

namespace sotto {
namespace {

const std::string csv_header = "series,x,metric,trials,mean,standard_error,q10,median,q90\n";

/// The cells of every line below the header, as any reader of CSV has them.
std::vector<std::vector<std::string>> cells_below_header(const std::string& text) {
  std::vector<std::vector<std::string>> lines;
  bool quoted = false;
  for (std::size_t k = csv_header.size(); k < text.size(); ++k) {
    if (lines.empty() || (text[k - 1] == '\n' && !quoted)) lines.emplace_back(1);
    if (text[k] == '"' && quoted && text[k + 1] == '"')
      lines.back().back() += text[++k];
    else if (text[k] == '"')
      quoted = !quoted;
    else if (text[k] == ',' && !quoted)
      lines.back().emplace_back();
    else if (text[k] != '\n' || quoted)
      lines.back().back() += text[k];
  }
  return lines;
}

std::optional<double> number_in_cell(const std::string& cell) {
  return cell.empty() ? std::nullopt : std::optional(std::strtod(cell.c_str(), nullptr));
}

TEST(ObservationsCsv, HasThisHeaderAndALineEach) {
  Observation seen = test::seen_at("the paper's, printed", "ring", "node_error", 0.1);
  seen.median = 1e-7;
  EXPECT_EQ(observations_csv({}), csv_header);
  EXPECT_EQ(observations_csv({seen}), csv_header + "\"the paper's, printed\",ring,node_error,400,0.1,,,1e-07,\n");
}

TEST(ObservationsCsv, ReadsBackTheSameWhateverItHolds) {
  for (unsigned seed = 0; seed < 5; ++seed) {
    const std::vector<Observation> all = test::awkward_observations(seed);
    const std::vector<std::vector<std::string>> back = cells_below_header(observations_csv(all));
    ASSERT_EQ(back.size(), all.size());
    for (std::size_t k = 0; k < all.size(); ++k) {
      const std::vector<std::string>& cells = back[k];
      ASSERT_EQ(cells.size(), 9U) << observations_csv({all[k]});
      const Observation read{.series = cells[0],
                             .x = cells[1],
                             .metric = cells[2],
                             .trials = std::strtoull(cells[3].c_str(), nullptr, 10),
                             .mean = *number_in_cell(cells[4]),
                             .standard_error = number_in_cell(cells[5]),
                             .q10 = number_in_cell(cells[6]),
                             .median = number_in_cell(cells[7]),
                             .q90 = number_in_cell(cells[8])};
      EXPECT_EQ(read, all[k]) << observations_csv({all[k]});
      EXPECT_EQ(std::signbit(read.mean), std::signbit(all[k].mean));
    }
  }
}

}  // namespace
}  // namespace sotto
