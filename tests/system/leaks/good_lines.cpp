// SPDX-License-Identifier: MIT
// Command lines that work.
#include "system/leaks/good_lines.hpp"

#include <gtest/gtest.h>

namespace sotto::test {
namespace {

/// Option and word, words without a flag in order; a switch has none.
using Given = std::vector<std::pair<std::string, std::string>>;

const std::string columns = R"([[column]]
name = "a"
range = [-1.0, 1.0]
[[column]]
name = "y"
role = "label"
type = "category"
levels = ["no", "yes"]
)";

const std::string model = R"json({"schema": "sotto.model/1", "private": false, "why_not_private": "drawn by hand",
"loss": {"kind": "logistic"}, "data": {"intercept": false, "columns": [{"name": "a", "range": [-1, 1]},
{"name": "y", "role": "label", "type": "category", "levels": ["no", "yes"]}]},
"coefficients": [{"name": "a", "encoded": [1]}]}
)json";

const std::map<Words, Given>& good_lines() {
  static const std::map<Words, Given> lines{
      {{"init"}, {}},
      {{"help"}, {}},
      {{"completion"}, {{"SHELL", "bash"}}},
      {{"man"}, {}},
      {{"schema"}, {{"NAME", "run"}}},
      {{"plan"}, {{"CONFIG", "small.toml"}}},
      {{"account"}, {{"CONFIG", "small.toml"}}},
      {{"run"}, {{"CONFIG", "small.toml"}}},
      {{"audit"}, {{"CONFIG", "small.toml"}}},
      {{"graph"}, {{"CONFIG", "small.toml"}}},
      {{"demo"}, {}},
      {{"reproduce"}, {}},
      {{"merge"}, {{"DIR", "shard"}}},
      {{"verify"}, {{"DIR", "result"}}},
      {{"report"}, {{"DIR", "result"}}},
      {{"predict"}, {{"MODEL", "good_model.json"}, {"FILE", "good.csv"}}},
      {{"manifest", "new"}, {{"CONFIG", "terms.toml"}}},
      {{"manifest", "check"}, {{"MANIFEST", "m.toml"}}},
      {{"manifest", "show"}, {{"MANIFEST", "m.toml"}}},
      {{"manifest", "sign"}, {{"MANIFEST", "m.toml"}, {"--state", "north"}}},
      {{"manifest", "amend"}, {{"MANIFEST", "sums.toml"}, {"--state", "north"}, {"--without", "west"}}},
      {{"node"}, {{"--manifest", "m.toml"}, {"--state", "north"}, {"--data", "good.csv"}}},
      {{"federate"}, {{"N", "2"}, {"CONFIG", "small.toml"}}},
      {{"doctor"}, {{"--manifest", "m.toml"}, {"--state", "north"}}},
      {{"id", "new"}, {{"--name", "east"}, {"--state", "new-site"}}},
      {{"id", "show"}, {{"--state", "north"}}},
      {{"id", "renew"}, {{"--state", "north"}}},
      {{"id", "disown"}, {{"--state", "north"}}},
      {{"budget", "init"}, {{"DATASET", "others"}, {"--state", "north"}, {"--epsilon", "1"}, {"--delta", "1e-6"}}},
      {{"budget", "show"}, {{"--state", "north"}}},
      {{"budget", "history"}, {{"--state", "north"}}},
      {{"budget", "verify"}, {{"--state", "north"}}},
      {{"budget", "word"}, {{"--manifest", "m.toml"}, {"--state", "north"}, {"--for", "south"}}},
      {{"budget", "release"}, {{"--manifest", "m.toml"}, {"--state", "north"}}},
      {{"budget", "backup"}, {{"FILE", "new.backup"}, {"--state", "north"}}},
      {{"budget", "restore"}, {{"FILE", "north.backup"}, {"--state", "fresh"}, {"--yes", ""}}},
      {{"audit-log", "export"}, {{"--state", "north"}, {"--out", "new.jsonl"}}},
      {{"audit-log", "verify"}, {{"FILE", "north.jsonl"}}}};
  return lines;
}

/// What must be given too, so that the option is looked at.
Given beside(const ProgramOption& option) {
  const std::string& command = option.command.front();
  if (command == "init") return {{"--kind", "logistic"}, {"--label", "y"}};
  if (command == "graph" && option.name == "--file") return {{"--kind", "file"}};
  if (command == "graph" && option.name == "--weights-file")
    return {{"--kind", "path"}, {"--nodes", "3"}, {"--weights", "file"}};
  if (command == "audit" && option.name == "--records") return {{"--neighbour", "e.csv"}};
  if (command == "audit" && option.name == "--neighbour") return {{"--records", "d.csv"}};
  if (command == "predict" && option.name == "--labels") return {{"FILE", "good.npy"}};
  if (command == "node" && option.name == "--labels") return {{"--manifest", "npy.toml"}, {"--data", "good.npy"}};
  if (command == "account" && option.name != "CONFIG" && option.name != "--curve" && option.name != "--set")
    return {{"CONFIG", ""}, {"--alpha", "1"}};
  return {};
}

void put(Given& given, const std::string& name, const std::string& word) {
  for (auto& [known, value] : given)
    if (known == name) return void(value = word);
  given.emplace_back(name, word);
}

/// A matrix of one column.
std::string npy_of(const std::vector<double>& numbers) {
  std::string header =
      "{'descr': '<f8', 'fortran_order': False, 'shape': (" + std::to_string(numbers.size()) + ", 1), }";
  std::string bytes = std::string("\x93NUMPY\x01\0", 8) + static_cast<char>(header.size()) + '\0' + header;
  return bytes.append(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(double));
}

}  // namespace

bool has_a_line(const Words& command) {
  return good_lines().contains(command);
}

Words line_with(const ProgramOption& option, const std::string& word) {
  Given given = good_lines().at(option.command);
  for (const auto& [name, beside_word] : beside(option)) put(given, name, beside_word);
  put(given, option.name, word);
  Words words = option.command;
  for (const auto& [name, value] : given) {
    if (name.starts_with("-")) words.push_back(name);
    if (!value.empty()) words.push_back(value);
  }
  return words;
}

ProgramWithEverything::ProgramWithEverything() {
  folder.write("small.toml", small_configuration);
  folder.write("terms.toml",
               "[problem]\nkind = \"logistic\"\nregularisation = 0.05\n[data]\nfile = \"good.csv\"\nrecords = 3\n" +
                   columns + "[graph]\nkind = \"path\"\nnodes = 2\n[privacy]\nepsilon = 1.0\ndelta = 1e-6\n");
  folder.write("good_model.json", model);
  folder.write("good.csv", "a,y\n0.5,yes\n-0.5,no\n0,no\n");
  folder.write("good.npy", npy_of({0.5, -0.5, 0}));
  std::string records;
  for (int k = 0; k < 10; ++k) records += "0.5,0.5,0.5\n";
  folder.write("d.csv", records);
  folder.write("e.csv", "1,1,1\n" + records.substr(records.find('\n') + 1));
  EXPECT_EQ((*this)({"run", "small.toml", "--out", "result", "--quiet"}).code, 0);
  EXPECT_EQ((*this)({"run", "small.toml", "--shard", "1/1", "--out", "shard", "--quiet"}).code, 0);
  make_sites();
  make_manifests();
}

void ProgramWithEverything::make_sites() const {
  for (const char* name : {"north", "south"}) {
    EXPECT_EQ((*this)({"id", "new", "--name", name, "--state", name}).code, 0);
    EXPECT_EQ((*this)({"budget", "init", "people", "--state", name, "--epsilon", "8", "--delta", "1e-5"}).code, 0);
  }
  for (const char* name : {"fresh", "east", "west"})
    EXPECT_EQ((*this)({"id", "new", "--name", name, "--state", name}).code, 0);
  EXPECT_EQ((*this)({"budget", "backup", "north.backup", "--state", "north"}).code, 0);
  EXPECT_EQ((*this)({"audit-log", "export", "--state", "north", "--out", "north.jsonl"}).code, 0);
}

/// Everything of a manifest but the format of records.
std::string ProgramWithEverything::manifest_of(const Words& sites, const std::string& more_of_privacy) const {
  std::string text =
      "[problem]\nkind = \"logistic\"\nregularisation = 0.05\nradius = 4.0\n[graph]\nkind = \"path\"\nnodes = " +
      std::to_string(sites.size()) + "\n[privacy]\nepsilon = 1.0\ndelta = 1e-6\nmechanism = \"lattice\"\n" +
      more_of_privacy + "[algorithm]\nrounds = 3\n" + (more_of_privacy.empty() ? "consensus_rounds = 2\n" : "");
  for (std::size_t k = 0; k < sites.size(); ++k) {
    const Json site = answer((*this)({"id", "show", "--state", sites[k], "--json"}), "sotto.identity/1");
    text += "[node." + std::to_string(k) + "]\nname = \"" + sites[k] +
            "\"\naddress = \"127.0.0.1:" + std::to_string(7311 + k) + "\"\npublic_key = \"" +
            site.value("public_key", "") + "\"\ndataset = \"people\"\nrecords = 3\n";
  }
  return text;
}

void ProgramWithEverything::make_manifests() const {
  const std::string text = manifest_of({"north", "south"}, "");
  folder.write("m.toml", text + "[data]\nformat = \"csv\"\n" + columns);
  folder.write("npy.toml", text + "[data]\nformat = \"npy\"\n" + columns);
  for (const char* manifest : {"m.toml", "npy.toml"})
    for (const char* name : {"north", "south"})
      EXPECT_EQ((*this)({"manifest", "sign", manifest, "--state", name, "--yes", "--quiet"}).code, 0);
  folder.write("sums.toml", manifest_of({"north", "south", "east", "west"},
                                        "trust = \"all-but-q\"\ncolluders = 1\nspare_rounds = 1\n") +
                                "[data]\nformat = \"csv\"\n" + columns);
  const Transcript amended = (*this)({"manifest", "amend", "sums.toml", "--state", "north", "--without", "west"});
  EXPECT_EQ(amended.code, 1) << amended.err;  // not signed: there was no --yes
}

}  // namespace sotto::test
