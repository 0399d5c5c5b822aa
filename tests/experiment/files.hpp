// SPDX-License-Identifier: MIT
// A small problem on files: two features and a label that follows from them, for a handful of nodes.
#pragma once

#include <fmt/format.h>

#include "experiment/support.hpp"
#include "support/random_points.hpp"

namespace sotto::test {

/// Rows "a,b,yes|no"; a missing cell in row 3.
inline std::string small_csv(std::size_t rows, std::uint64_t seed = 1) {
  RandomPoints points(seed);
  std::string text = "a,b,y\n";
  for (std::size_t r = 0; r < rows; ++r) {
    const double a = points.uniform({-1, 1}), b = points.uniform({0, 10});
    const bool yes = a + 0.1 * b + 0.3 * points.gaussian() > 0.5;
    text += fmt::format("{},{},{}\n", r == 3 ? "?" : fmt::format("{:.3f}", a), b, yes ? "yes" : "no");
  }
  return text;
}

inline const std::string small_columns = R"(
[[column]]
name = "a"
range = [-1, 1]
[[column]]
name = "b"
range = [0, 10]
[[column]]
name = "y"
role = "label"
type = "category"
levels = ["no", "yes"]
)";

/// A folder with one file for all nodes, and its configuration.
class FileProblem {
 public:
  explicit FileProblem(std::size_t rows = 60) { folder_.write("all.csv", small_csv(rows)); }

  std::string toml(const std::string& data = "records = 60\n", const std::string& problem = "",
                   const std::string& more = "") const {
    return "[problem]\nkind = \"logistic\"\nregularisation = 0.05\nradius = 8.0\n" + problem + "[data]\nfile = \"" +
           (folder_.path() / "all.csv").string() + "\"\nmissing = \"drop\"\n" + data +
           "[graph]\nkind = \"ring\"\nnodes = 4\n[privacy]\nepsilon = 4.0\ndelta = 1e-6\n[algorithm]\nrounds = 30\n"
           "[run]\ntrials = 3\n" +
           more + small_columns;
  }

  const TemporaryFolder& folder() const { return folder_; }

 private:
  TemporaryFolder folder_;
};

}  // namespace sotto::test
