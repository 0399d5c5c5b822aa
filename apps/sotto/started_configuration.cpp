// SPDX-License-Identifier: MIT
#include "started_configuration.hpp"

#include "sotto/settings/conversion.hpp"

namespace sotto::app {
namespace {

/// A line that a person must fill in.
std::string open_line(const std::string& line, const std::string& says) {
  std::string out = "#" + line;
  if (out.size() < 28) out.append(28 - out.size(), ' ');
  return out + "  # DECLARE: " + says + "\n";
}

bool has_levels(ProblemKind kind) {
  return kind == ProblemKind::logistic || kind == ProblemKind::softmax || kind == ProblemKind::svm;
}

std::string label_lines(ProblemKind kind) {
  if (has_levels(kind))
    return "type = \"category\"\n" +
           open_line("levels = [\"no\", \"yes\"]", kind == ProblemKind::softmax
                                                       ? "every level that the file may hold"
                                                       : "put the level whose probability you want last");
  const std::string scale = kind == ProblemKind::poisson ? "scale = \"none\"\n" : "";
  return scale + open_line("range = [LOWEST, HIGHEST]", "what it can be at all, not what this file holds");
}

std::string column_table(const StartedConfiguration& started, const std::string& name) {
  const std::string table = "\n[[column]]\nname = " + toml_string(name) + "\n";
  if (name == started.label) return table + "role = \"label\"\n" + label_lines(started.kind);
  return table + open_line("range = [LOWEST, HIGHEST]",
                           "or type = \"category\" and levels = [\"a\", \"b\"], or role = \"ignore\"");
}

std::string beginning(const StartedConfiguration& started) {
  return std::string(started.has_header ? "# Names of columns are from the first line alone. If it is a record, it "
                                          "stands below: delete this file."
                                        : "# Names of columns were given; no file was read.") +
         " Fill in each line marked DECLARE and take its\n"
         "# first # away. Declared values are public: take them from what is known of such records, not from the "
         "file.\n"
         "# The path of the data is relative to the folder of this file. It is right where `sotto init` ran.\n\n";
}

}  // namespace

std::string to_toml(const StartedConfiguration& started) {
  const bool model = started.kind != ProblemKind::mean_estimation;
  std::string out = beginning(started) + "[problem]\nkind = " + toml_string(std::string(name_of(started.kind))) + "\n";
  if (model) out += "regularisation = 0.01\nradius = 10.0\n";
  out += "\n[data]\nfile = " + toml_string(started.file) + "\n" +
         open_line("records = 1000", "how many rows the file has; public");
  if (started.columns.separator != ',')
    out += "separator = " + toml_string(std::string(1, started.columns.separator)) + "\n";
  out += "#missing = \"drop\"             # rows with empty cells count as zeros; without this line they are refused\n";
  if (model) out += "hold_out = 5                  # every fifth row is for tests\n";
  out +=
      "\n[graph]\nkind = \"complete\"\nnodes = 3                     # the file is divided among them\n\n[privacy]\n" +
      open_line("epsilon = 1.0", "the budget of one run; there is no default") +
      open_line("delta = 1e-6", "far below 1 / records") +
      "\n[algorithm]\nrounds = 100\n\n[run]\ntrials = 20\nseed = 1\n";
  for (const std::string& name : started.columns.names) out += column_table(started, name);
  return out;
}

}  // namespace sotto::app
