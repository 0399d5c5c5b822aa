// SPDX-License-Identifier: MIT
// sotto manifest new: a manifest for the terms of a configuration. What only the parties know is marked.
#include <fmt/format.h>

#include <string>

#include "command.hpp"
#include "manifest_statement.hpp"
#include "output.hpp"
#include "sotto/federation/manifest/manifest_form.hpp"
#include "sotto/input/printable.hpp"
#include "sotto/report/document/json_values.hpp"
#include "sotto/simulation/comparison/configuration.hpp"
#include "terminal.hpp"

namespace sotto::app {
namespace {

void describe_manifest_new(Command& command) {
  command.takes_configuration(Command::File::required);
  command.takes_words("--site",
                      "NAME,ADDRESS,PUBLIC_KEY,DATASET of the next node, or the first of these; for each node");
}

/// What is not said stays a gap.
PartyRow row_in(const std::string& words) {
  PartyRow row;
  std::string* parts[] = {&row.name, &row.address, &row.public_key, &row.dataset};
  std::size_t begin = 0, k = 0;
  for (; begin <= words.size() && k < std::size(parts); ++k) {
    const std::size_t end = std::min(words.find(',', begin), words.size());
    *parts[k] = words.substr(begin, end - begin);
    begin = end + 1;
  }
  if (begin <= words.size())
    throw InvalidInput({"--site", shown(words), "must be NAME,ADDRESS,PUBLIC_KEY,DATASET, or the first of these"});
  return row;
}

ManifestForm form_of(const Command& command, const Configuration& configuration) {
  if (!configuration.data)
    throw InvalidInput({"data.file", "",
                        "is required: parties bring records of declared columns (tables [[column]]), and here they are "
                        "drawn"});
  ManifestForm form{Purpose::real, agreed_terms(configuration, configuration.run.seed), configuration.run.seed, {}};
  form.parties.resize(form.terms.data->files.size());
  if (command.words().size() > form.parties.size())
    throw InvalidInput({"--site", fmt::format("{} times", command.words().size()),
                        fmt::format("there are {} nodes", form.parties.size())});
  for (std::size_t i = 0; i < command.words().size(); ++i) form.parties[i] = row_in(command.words()[i]);
  return form;
}

/// Keys that were given and that a manifest does not hold.
std::vector<std::string> left_out(const Settings& settings) {
  std::vector<std::string> keys;
  for (const auto& [key, given] : settings.values())
    if (!belongs_in_manifest(key)) keys.push_back(key);
  return keys;
}

/// What nodes cannot do is refused now, and not when all gaps are filled.
void refuse_what_no_manifest_can_say(const ManifestForm& form) {
  try {
    Manifest::read_text("manifest", manifest_toml(with_gaps_filled(form)));
  } catch (const InvalidInput& refused) {
    std::vector<Fault> faults = refused.faults();
    for (Fault& fault : faults) fault.place = "";  // of a file that nobody has seen
    throw InvalidInput(faults, refused.kind());
  }
}

ExitCode manifest_new(const Command& command) {
  const Settings settings = command.settings(configuration_keys());
  const ManifestForm form = form_of(command, read_configuration(settings));
  refuse_what_no_manifest_can_say(form);
  const std::vector<std::string> gaps = gaps_in(form), without = left_out(settings);
  const std::string text = manifest_toml(form);
  print(
      command.json()
          ? dump({{"schema", "sotto.manifest-new/1"}, {"manifest", text}, {"to_fill_in", gaps}, {"left_out", without}})
          : text);
  if (command.quiet()) return ok;
  remark("note", "privacy.mechanism is \"lattice\": exact noise, which nodes use");
  if (!without.empty())
    remark("note", "left out, since a manifest names no files and nothing of simulations: " + with_commas(without));
  if (!gaps.empty()) remark("note", "to fill in, marked FILL IN: " + with_commas(gaps));
  return ok;
}

}  // namespace

const Subcommand manifest_new_command{"manifest new", "a manifest for the terms of a configuration, with gaps marked",
                                      describe_manifest_new, manifest_new};

}  // namespace sotto::app
