// SPDX-License-Identifier: MIT
// sotto init: prints a commented configuration to start from, or one for columns that a person has.
#include <algorithm>

#include "command.hpp"
#include "output.hpp"
#include "sotto/input/printable.hpp"
#include "sotto/report/document/json_values.hpp"
#include "sotto/settings/suggestion.hpp"
#include "sotto/simulation/comparison/configuration.hpp"
#include "started_configuration.hpp"
#include "terminal.hpp"

namespace sotto::app {
namespace {

void describe_init(Command& command) {
  const auto optional = Command::Wanted::optional;
  command.takes_value("--kind", optional, "a problem on records of your own: logistic, linear, softmax, ...");
  command.takes_value("--from", optional,
                      "a .csv file (- is the standard input): its first line names the columns; nothing else is read",
                      Command::Names::file);
  command.takes_value("--columns", optional, "names of the columns with commas between them, in place of --from");
  command.takes_value("--label", optional, "the column that is predicted");
}

ProblemKind kind_given(const Command& command) {
  std::vector<std::string> names;
  for (const ProblemKind kind : all_of<ProblemKind>) {
    names.emplace_back(name_of(kind));
    if (command.value("--kind") == names.back()) return kind;
  }
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
  throw InvalidInput({"--kind", shown(command.value("--kind")),
                      "must be one of " + list + did_you_mean(command.value("--kind"), names)});
}

/// Before a file is opened, so that a wrong command line reads nothing.
void check_words(const Command& command, ProblemKind kind) {
  const bool file = !command.value("--from").empty(), list = !command.value("--columns").empty();
  const bool model = kind != ProblemKind::mean_estimation;
  Faults faults;
  if (file == list) faults.add({"--from", command.value("--from"), "must be given, or --columns, and not both"});
  if (model && command.value("--label").empty())
    faults.add({"--label", "", "is required: " + std::string(name_of(kind)) + " predicts a column"});
  if (!model && !command.value("--label").empty())
    faults.add({"--label", shown(command.value("--label")), "must be absent for mean-estimation: it predicts nothing"});
  faults.throw_if_any();
}

std::string started(const Command& command) {
  const ProblemKind kind = kind_given(command);
  check_words(command, kind);
  const std::string &from = command.value("--from"), &label = command.value("--label");
  const HeaderLine columns = from.empty() ? listed_names(command.value("--columns")) : header_of(from);
  if (!label.empty() && std::count(columns.names.begin(), columns.names.end(), label) == 0)
    throw InvalidInput({"--label", shown(label), "must be one of the columns"});
  if (!from.empty() && !command.quiet())
    remark("note", "the first line of " + (from == "-" ? "the standard input" : shown(from)) +
                       " was read up to its line break, and nothing behind it");
  return to_toml(StartedConfiguration{.kind = kind,
                                      .file = from.empty() || from == "-" ? "data.csv" : from,
                                      .has_header = !from.empty(),
                                      .columns = columns,
                                      .label = label});
}

ExitCode init(const Command& command) {
  for (const char* flag : {"--from", "--columns", "--label"})
    if (!command.value(flag).empty() && command.value("--kind").empty())
      throw InvalidInput({"--kind", "", std::string("is required with ") + flag + ": logistic, linear, ..."});
  const std::string text = command.value("--kind").empty() ? sample_configuration() : started(command);
  print(command.json() ? dump({{"schema", "sotto.init/1"}, {"configuration", text}}) : text);
  return ok;
}

}  // namespace

const Subcommand init_command{"init", "print a configuration to start from, or one for the columns of a file",
                              describe_init, init};

}  // namespace sotto::app
