// SPDX-License-Identifier: MIT
// sotto schema: what a configuration may hold, and what --json answers.
#include "answer_schemas.hpp"
#include "command.hpp"
#include "configuration_schema.hpp"
#include "output.hpp"
#include "sotto/input/printable.hpp"
#include "sotto/report/document/json_values.hpp"
#include "sotto/settings/suggestion.hpp"

namespace sotto::app {
namespace {

constexpr const char *configuration_name = "configuration", *manifest_file_name = "manifest-file";

void describe_schema(Command& command) {
  command.takes_path(
      "NAME", "configuration, manifest-file, or an answer such as run or sotto.run/1; without it all names are listed",
      Command::Wanted::optional);
  command.takes_switch("--markdown", "of configuration: the reference as a page (docs/configuration.md)");
}

std::vector<std::string> schema_names() {
  std::vector<std::string> names{configuration_name, manifest_file_name};
  for (const AnswerSchema& one : answer_schemas()) names.emplace_back(one.name);
  return names;
}

/// By its name, such as run, or by its title, which has the version: sotto.run/1.
bool is_called(const AnswerSchema& one, const std::string& name) {
  return one.name == name || one.text.find("\"title\": \"" + name + "\"") != std::string_view::npos;
}

void list_schemas(bool json) {
  const std::vector<std::string> names = schema_names();
  std::string lines;
  for (const std::string& name : names) lines += name + "\n";
  print(json ? dump({{"schema", "sotto.schemas/1"}, {"names", names}}) : lines);
}

ExitCode schema(const Command& command) {
  const std::string& name = command.path("NAME");
  const bool page = command.is_on("--markdown");
  if (page && name != configuration_name)
    throw InvalidInput({"--markdown", shown(name), "goes with `sotto schema configuration` and with no other name"});
  if (name.empty()) {
    list_schemas(command.json());
    return ok;
  }
  if (name == configuration_name) {
    print(page ? configuration_reference() : configuration_schema());
    return ok;
  }
  if (name == manifest_file_name) {
    print(manifest_file_schema());
    return ok;
  }
  for (const AnswerSchema& one : answer_schemas())
    if (is_called(one, name)) {
      print(std::string(one.text));
      return ok;
    }
  throw InvalidInput(
      {"NAME", shown(name), "is no schema: `sotto schema` lists them" + did_you_mean(name, schema_names())});
}

}  // namespace

const Subcommand schema_command{"schema", "JSON schemas: of a configuration, of a manifest, and of what --json answers",
                                describe_schema, schema};

}  // namespace sotto::app
