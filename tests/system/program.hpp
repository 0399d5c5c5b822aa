// SPDX-License-Identifier: MIT
// The program under test, in a folder of its own.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "support/programs.hpp"
#include "support/subprocess.hpp"
#include "support/temporary_folder.hpp"

namespace sotto::test {

using Json = nlohmann::json;
using Words = std::vector<std::string>;

inline Words operator+(Words first, const Words& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

class Program {
 public:
  explicit Program(std::string path = shipped_program()) : path_(std::move(path)) {}

  Launch launch(const Words& words) const { return {.words = Words{path_} + words, .folder = folder.path()}; }
  Transcript operator()(const Words& words) const { return run_subprocess(launch(words)); }

  TemporaryFolder folder;

 private:
  std::string path_;
};

/// `sotto plan` without a file: T = 25 rounds of a problem with D0 = 20, mu = 3, L = 12.
inline const Words plan_words{
    "plan", "--epsilon",          "4", "--delta",      "1e-5", "--rounds", "25", "--sensitivity",
    "20",   "--strong-convexity", "3", "--smoothness", "12"};

/// A run that takes milliseconds; delta is well below 1/records.
inline const std::string small_configuration = R"([problem]
dimension = 3
records_per_node = 10
radius = 2.0
[graph]
kind = "ring"
nodes = 5
[privacy]
epsilon = 4.0
delta = 1e-6
[algorithm]
rounds = 20
[run]
trials = 4
seed = 7
)";

/// The program with small.toml in its folder.
class ProgramWithConfiguration : public Program {
 public:
  explicit ProgramWithConfiguration(const std::string& text = small_configuration) { folder.write("small.toml", text); }
};

/// The schema of an answer ("sotto.run/1"), as the program prints it.
const Json& schema_of(const std::string& name);

/// What --json answered, with this exit code. Its schema is the one, and it keeps all rules of it.
Json answer(const Transcript& said, const std::string& schema, int code = 0);

/// `sotto federate` and other commands keep answers of nodes in files: the same of such a file.
Json kept_answer(const std::string& text, const std::string& schema);

/// The faults that --json reported: the code must be the exit status, and every fault must have its three parts.
std::vector<Json> faults(const Transcript& said, int code);

/// Whether a fault speaks of this field.
bool blames(const std::vector<Json>& faults, const std::string& field);

/// Lines as a terminal shows them: it ends them with \r\n.
std::size_t longest_line(const std::string& text);

/// Refused in text mode: nothing on stdout, every line of stderr begins with "sotto: error: ".
void expect_text_refusal(const Transcript& said, int code);

}  // namespace sotto::test
