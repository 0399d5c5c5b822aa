// SPDX-License-Identifier: MIT
// F33: a file given in the wrong place. Whatever it is and whichever option it is given to, nothing of it is said, and
// the program ends at once. Options come from the program's own --help, so that a new one is tried too.
#include "system/leaks/marked_files.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "system/leaks/good_lines.hpp"
#include "system/leaks/marked_runs.hpp"

namespace sotto::test {
namespace {

namespace fs = std::filesystem;

std::vector<ProgramOption> options_of_type(const Program& sotto, const std::set<std::string>& types) {
  std::vector<ProgramOption> options = options_with_a_word(sotto);
  std::erase_if(options, [&](const ProgramOption& one) { return !types.contains(one.type); });
  return options;
}

std::vector<Words> lines_of(const std::vector<ProgramOption>& options, const Words& marked) {
  std::vector<Words> lines;
  for (const ProgramOption& option : options)
    for (const std::string& name : marked) lines.push_back(line_with(option, name));
  return lines;
}

TEST(F33MarkedFiles, EveryOptionHasATypeAndEveryCommandALine) {
  const Program sotto;
  const std::set<std::string> known{"FILE", "DIR", "NEW-FILE", "NEW-DIR", "VALUE", "NAME", "KEY=VALUE", ""};
  const std::vector<ProgramOption> options = options_with_a_word(sotto);
  std::size_t paths = 0;
  for (const ProgramOption& option : options) {
    EXPECT_TRUE(known.contains(option.type)) << option.text() << " is a " << option.type;
    EXPECT_TRUE(has_a_line(option.command)) << option.text();
    paths += option.type.ends_with("FILE") || option.type.ends_with("DIR") ? 1 : 0;
  }
  RecordProperty("pairs_of_command_and_option", static_cast<int>(options.size()));
  RecordProperty("of_them_name_a_path", static_cast<int>(paths));
  EXPECT_GE(paths, 46U) << "so many there were when this was written: the table was not understood";
}

/// A new option is taken for one of the others until it is in this list.
bool reads_tables(const ProgramOption& option) {
  const std::set<std::string> those{"audit --records", "audit --neighbour", "graph --file", "graph --weights-file",
                                    "predict FILE",    "predict --labels",  "node --data",  "node --labels"};
  return those.contains(option.text());
}

TEST(F33MarkedFiles, AreNotQuotedWhereAFileIsRead) {
  const ProgramWithEverything sotto;
  make_marked_files(sotto.folder);
  std::vector<ProgramOption> tables, documents;
  for (const ProgramOption& option : options_of_type(sotto, {"FILE"}))
    (reads_tables(option) ? tables : documents).push_back(option);
  expect_no_mark(sotto, lines_of(tables, marked_files(Marked::tables)));
  expect_no_mark(sotto, lines_of(documents, marked_files(Marked::documents)));
}

/// Its records are read after all signatures.
TEST(F33MarkedFiles, AreNotQuotedByANodeWithMaskedSums) {
  const ProgramWithEverything sotto;
  for (const char* name : {"north", "south", "east", "west"}) {
    sotto({"budget", "init", "people", "--state", name, "--epsilon", "8", "--delta", "1e-5"});  // two of them have one
    const Transcript said = sotto({"manifest", "sign", "sums.toml", "--state", name, "--yes", "--quiet"});
    EXPECT_EQ(said.code, 0) << said.err;
  }
  make_marked_files(sotto.folder);
  std::vector<Words> lines;
  for (const std::string& name : marked_files(Marked::tables))
    lines.push_back({"node", "--manifest", "sums.toml", "--state", "north", "--data", name});
  const Transcript rows = sotto({"node", "--manifest", "sums.toml", "--state", "north", "--data", "rows.csv"});
  EXPECT_EQ(rows.code, 3) << "its records were not looked at: " << rows.err;
  expect_no_mark(sotto, lines);
}

TEST(F33MarkedFiles, AreNotQuotedWhereAFolderIsRead) {
  const ProgramWithEverything sotto;
  make_marked_files(sotto.folder);
  const Words marked = make_marked_folders(sotto.folder) + Words{"rows.csv", "pipe.csv"};
  std::vector<ProgramOption> options = options_of_type(sotto, {"DIR"});
  std::erase_if(options, [](const ProgramOption& one) { return one.text() == "id new --state"; });
  expect_no_mark(sotto, lines_of(options, marked));
  expect_no_mark(sotto, lines_of({{{"id", "new"}, "--state", "DIR"}}, {"of_rows", "of_pipes", "of_links", "rows.csv"}));
}

TEST(F33MarkedFiles, AreNotQuotedWhereSomethingNewIsWritten) {
  const ProgramWithEverything sotto;
  make_marked_files(sotto.folder);
  expect_no_mark(sotto, lines_of(options_of_type(sotto, {"NEW-FILE", "NEW-DIR"}), few_marked_files()));
  EXPECT_EQ(fs::symlink_status(sotto.folder.path() / "absent").type(), fs::file_type::not_found)
      << "nothing is written through a link";
}

/// So the three tests above have tried all that look.
TEST(F33MarkedFiles, AreNotLookedAtByOptionsThatDoNotSaySo) {
  const ProgramWithEverything sotto;
  const std::vector<ProgramOption> options = options_of_type(sotto, {"VALUE", "NAME", "KEY=VALUE", ""});
  Words names;
  for (const ProgramOption& option : options) names.push_back(option.text());
  expect_not_looked_at(sotto, names, [&](std::size_t k, const std::string& name, int) {
    return line_with(options[k], name) + Words{"--json"};
  });
}

/// Keys of a configuration name files too.
struct PathKey {
  std::string command, configuration;
  Words beside;  ///< assignments that make the key count
};
const std::map<std::string, PathKey> path_keys{
    {"graph.file", {"run", "small.toml", {"graph.kind=file"}}},
    {"graph.weights_file", {"run", "small.toml", {"graph.kind=path", "graph.nodes=3", "graph.weights=file"}}},
    {"data.file", {"run", "files.toml", {}}},
    {"data.labels_file", {"run", "files.toml", {"data.file=good.npy", "data.format=npy"}}},
    {"data.test_file", {"run", "files.toml", {}}},
    {"data.test_labels_file",
     {"run", "files.toml", {"data.file=both.npy", "data.test_file=good.npy", "data.format=npy"}}},
    {"node.0.file", {"run", "nodes.toml", {}}},
    {"node.0.labels_file", {"run", "nodes.toml", {"node.0.file=good.npy", "data.format=npy"}}},
    {"audit.records", {"audit", "small.toml", {"audit.neighbour=e.csv"}}},
    {"audit.neighbour", {"audit", "small.toml", {"audit.records=d.csv"}}}};

Words line_of(const std::string& key, const PathKey& how, const std::string& name) {
  Words words{how.command, how.configuration};
  for (const std::string& assignment : how.beside) words = words + Words{"--set", assignment};
  return words + Words{"--set", key + "=" + name};
}

void write_configurations_with_files(const Program& sotto) {
  const std::string rest =
      "[problem]\nkind = \"logistic\"\nregularisation = 0.05\nradius = 4.0\n[graph]\nkind = \"path\"\nnodes = 2\n"
      "[privacy]\nepsilon = 1.0\ndelta = 1e-6\n[algorithm]\nrounds = 3\n[run]\ntrials = 2\n"
      "[[column]]\nname = \"a\"\nrange = [-1.0, 1.0]\n"
      "[[column]]\nname = \"y\"\nrole = \"label\"\ntype = \"category\"\nlevels = [\"no\", \"yes\"]\n";
  sotto.folder.write("files.toml", "[data]\nfile = \"good.csv\"\nrecords = 3\n" + rest);
  sotto.folder.write("nodes.toml",
                     "[node.0]\nfile = \"good.csv\"\nrecords = 3\n[node.1]\nfile = \"good.csv\"\nrecords = 3\n" + rest);
}

TEST(F33MarkedFiles, AreNotQuotedWhereAKeyOfAConfigurationNamesThem) {
  const ProgramWithEverything sotto;
  write_configurations_with_files(sotto);
  make_marked_files(sotto.folder);
  Words marked = marked_files(Marked::tables);
  std::erase_if(marked, [](const std::string& name) { return name.ends_with(".mtx"); });  // tried with `sotto graph`
  std::vector<Words> lines;
  for (const auto& [key, how] : path_keys)
    for (const std::string& name : marked) lines.push_back(line_of(key, how, name));
  for (const char* key : {"graph.file", "data.file"})  // these it reads by itself, before any node does
    for (const std::string& name : marked)
      lines.push_back({"federate", "2", "files.toml", "--out", "never", "--set", "graph.kind=file", "--set",
                       std::string(key) + "=" + name});
  expect_no_mark(sotto, lines);
}

TEST(F33MarkedFiles, AreNotLookedAtByOtherKeys) {
  const ProgramWithEverything sotto;
  write_configurations_with_files(sotto);
  Words keys = configuration_keys_of(sotto);
  std::erase_if(keys, [](const std::string& key) { return path_keys.contains(key); });
  EXPECT_GE(keys.size(), 60U) << "the sample was not understood";
  expect_not_looked_at(sotto, keys, [&](std::size_t k, const std::string& name, int turn) {
    const bool of_files = keys[k].starts_with("data.") || keys[k].starts_with("node.");
    return Words{"run",    of_files ? "files.toml" : "small.toml",
                 "--json", "--quiet",
                 "--out",  "out-" + std::to_string(k) + "-" + std::to_string(turn),
                 "--set",  keys[k] + "=" + name};
  });
}

}  // namespace
}  // namespace sotto::test
