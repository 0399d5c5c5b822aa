// SPDX-License-Identifier: MIT
// The map of ARCHITECTURE.md against the targets that CMake makes and the libraries of ours that each links.
#include "package/architecture_map.hpp"

namespace sotto::test {
namespace {

constexpr const char* left_out = "left out";

/// What CMake wrote of targets that some builds do not have: "left out;mpi".
std::set<std::string> targets_left_out() {
  std::set<std::string> names;
  for (const std::string& line : lines_of(SOTTO_MAP))
    if (const Words parts = split(line, ";"); parts.at(0) == left_out) names.insert(parts.at(1));
  return names;
}

/// What CMake wrote: "src/sotto/graph;graph;sotto::files;sotto::random;...".
std::vector<Row> rows_of_targets() {
  constexpr std::string_view ours = "sotto::", sources = "src/sotto/";
  std::vector<Row> rows;
  for (const std::string& line : lines_of(SOTTO_MAP)) {
    const Words parts = split(line, ";");
    if (parts.at(0) == left_out) continue;
    Row row{.folder = parts.at(0).starts_with(sources) ? parts[0].substr(sources.size()) : parts[0],
            .target = parts.at(1),
            .uses = {},
            .holds = "(what it holds)",
            .others = "(other libraries)"};
    for (std::size_t k = 2; k < parts.size(); ++k)
      if (parts[k].starts_with(ours)) row.uses.push_back(parts[k].substr(ours.size()));
    rows.push_back(row);
  }
  return rows;
}

const Row* find(const std::vector<Row>& rows, const std::string& target) {
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const Row& row) { return row.target == target; });
  return found == rows.end() ? nullptr : &*found;
}

TEST(Architecture, TheMapHasALineForEveryTargetWithItsFolderAndWhatItUses) {
  const std::vector<Row> map = rows_of_map(), targets = rows_of_targets();
  EXPECT_GT(targets.size(), 20u);
  for (Row row : targets) {
    const Row* drawn = find(map, row.target);
    if (drawn != nullptr && drawn->links_as(row)) continue;
    if (drawn != nullptr) row.holds = drawn->holds, row.others = drawn->others;
    ADD_FAILURE() << "ARCHITECTURE.md, 'Folders and arrows': the line of " << row.target
                  << (drawn == nullptr ? " is missing. Write:\n" : " must be:\n") << row.line();
  }
  const std::set<std::string> absent = targets_left_out();
  for (const Row& row : map)
    EXPECT_TRUE(find(targets, row.target) != nullptr || absent.contains(row.target))
        << "ARCHITECTURE.md, 'Folders and arrows': there is no target " << row.target << ". Take out:\n"
        << row.line();
}

TEST(Architecture, ATargetUsesOnlyTargetsThatStandAboveItInTheMap) {
  std::set<std::string> above;
  for (const Row& row : rows_of_map()) {
    for (const std::string& used : row.uses)
      EXPECT_TRUE(above.contains(used)) << "ARCHITECTURE.md, 'Folders and arrows': the line of " << used
                                        << " must stand above that of " << row.target << ", which uses it";
    EXPECT_TRUE(above.insert(row.target).second) << row.target << " has two lines";
  }
}

/// All that a target links, directly or through others.
std::set<std::string> reached_from(const std::string& target) {
  const std::vector<Row> targets = rows_of_targets();
  std::set<std::string> reached;
  for (Words left{target}; !left.empty();) {
    const std::string next = left.back();
    left.pop_back();
    if (!reached.insert(next).second) continue;
    const Row* row = find(targets, next);
    EXPECT_NE(row, nullptr) << next;
    if (row != nullptr) left.insert(left.end(), row->uses.begin(), row->uses.end());
  }
  return reached;
}

TEST(Architecture, ANodeLinksNoSimulationNoAuditAndNoStudy) {
  const std::set<std::string> of_node = reached_from("runner");
  for (const Row& row : rows_of_targets())
    if (row.folder.starts_with("simulation/") || row.folder.starts_with("audit") || row.folder.starts_with("study") ||
        row.folder.starts_with("report") || row.folder.starts_with("job"))
      EXPECT_FALSE(of_node.contains(row.target)) << "src/sotto/federation/runner links " << row.target;
  EXPECT_TRUE(of_node.contains("consensus"));
  EXPECT_TRUE(reached_from("commands").contains("engine"));
}

}  // namespace
}  // namespace sotto::test
