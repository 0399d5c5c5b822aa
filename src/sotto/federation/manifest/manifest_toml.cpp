// SPDX-License-Identifier: MIT
// A manifest as a file, made from a configuration and the parties.
#include <fmt/format.h>

#include <sstream>

#include "sotto/federation/manifest/manifest.hpp"
#include "sotto/settings/conversion.hpp"

namespace sotto {
namespace {

/// "[run]" and "seed = 1" -> "run.seed"
std::string key_of(const std::string& section, const std::string& line) {
  return section.substr(1, section.find(']') - 1) + "." + line.substr(0, line.find(' '));
}

std::string party_toml(const Party& party) {
  return fmt::format("name = {}\naddress = {}\npublic_key = {}\ndataset = {}\n", toml_string(party.name),
                     toml_string(party.address.text()), toml_string(party.key.text()), toml_string(party.dataset));
}

}  // namespace

std::string manifest_toml(const ManifestDraft& draft) {
  std::string text =
      fmt::format("# The manifest of a federation: see docs/deployment.md.\n[federation]\npurpose = \"{}\"\n\n",
                  name_of(draft.purpose));
  std::istringstream lines(to_toml(draft.terms) + seed_toml(draft.seed));
  std::string section;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("[")) section = line;
    const bool of_node = section.starts_with("[node.");
    if (line != section && !belongs_in_manifest(key_of(section, line))) continue;
    text += line + "\n";
    if (of_node && line == section)
      text += party_toml(draft.parties.at(std::stoul(section.substr(std::string("[node.").size()))));
  }
  return text;
}

}  // namespace sotto
