// SPDX-License-Identifier: MIT
// A small problem on files: two features and a label that follows from them, for a handful of nodes.
#pragma once

#include <fmt/format.h>

#include "simulation/comparison/support.hpp"
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

/// A folder with a file for each node, and their configuration.
class FilesOfNodes {
 public:
  explicit FilesOfNodes(std::vector<std::size_t> sizes) : sizes_(std::move(sizes)) {
    for (std::size_t node = 0; node < sizes_.size(); ++node)
      folder_.write(fmt::format("n{}.csv", node), small_csv(sizes_[node], 7));
  }

  std::string toml(const std::string& data = "", const std::string& problem = "", const std::string& more = "") const {
    std::string text =
        "[problem]\nkind = \"logistic\"\nregularisation = 0.05\n" + problem + "[data]\nmissing = \"drop\"\n" + data;
    for (std::size_t node = 0; node < sizes_.size(); ++node)
      text += fmt::format("[node.{}]\nfile = \"{}\"\nrecords = {}\n", node,
                          (folder_.path() / fmt::format("n{}.csv", node)).string(), sizes_[node]);
    return text + fmt::format("[graph]\nkind = \"path\"\nnodes = {}\n", sizes_.size()) +
           "[privacy]\nepsilon = 2.0\ndelta = 1e-6\n[algorithm]\nrounds = 20\n[run]\ntrials = 2\n" + more +
           small_columns;
  }

 private:
  std::vector<std::size_t> sizes_;
  TemporaryFolder folder_;
};

/// What a configuration is refused with, before or after files are opened; empty where it is not.
inline std::string refusal(const std::string& toml) {
  try {
    const Scenario scenario(read_toml(toml));
    scenario.objectives(0);
  } catch (const InvalidInput& refused) {
    return refused.what();
  }
  return "";
}

}  // namespace sotto::test
