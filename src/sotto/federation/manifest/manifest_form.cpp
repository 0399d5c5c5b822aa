// SPDX-License-Identifier: MIT
#include "sotto/federation/manifest/manifest_form.hpp"

#include <fmt/format.h>

#include <sstream>

#include "sotto/settings/conversion.hpp"
#include "sotto/settings/field_writer.hpp"

namespace sotto {
namespace {

/// "[run]" and "seed = 1" -> "run.seed"
std::string key_of(const std::string& section, const std::string& line) {
  return section.substr(1, section.find(']') - 1) + "." + line.substr(0, line.find(' '));
}

/// "[node.3]" -> 3
NodeId node_in(const std::string& section) {
  const std::string_view name = "[node.";
  return number_of_text<NodeId>(std::string_view(section).substr(name.size(), section.size() - name.size() - 1))
      .value();
}

bool lacks_records(const Terms& terms, NodeId node) {
  const auto own = terms.data->files.find(node);
  return own != terms.data->files.end() && !own->second.declared_rows;
}

std::string party_toml(const ManifestForm& form, NodeId node) {
  const PartyRow& row = form.parties.at(node);
  std::string text;
  for (const PartyKey& key : party_keys)
    text += fmt::format("{} = {}{}\n", key.name, toml_string(row.*key.value),
                        (row.*key.value).empty() ? fmt::format("  # FILL IN: {}", key.says) : "");
  if (lacks_records(form.terms, node)) text += "#records = 1000  # FILL IN: rows of this party's file, public\n";
  return text;
}

}  // namespace

std::string manifest_toml(const ManifestForm& form) {
  FederationSettings federation{.purpose = form.purpose};
  FieldWriter fields;
  federation_fields(fields, federation);
  std::string text = "# The manifest of a federation: see docs/deployment.md.\n[federation]\n" + fields.lines() + "\n";
  std::istringstream lines(to_toml(form.terms) + seed_toml(form.seed));
  std::string section;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("[")) section = line;
    const bool of_node = section.starts_with("[node.");
    if (line != section && !belongs_in_manifest(key_of(section, line))) continue;
    text += line + "\n";
    if (of_node && line == section) text += party_toml(form, node_in(section));
  }
  return text;
}

std::string manifest_toml(const ManifestDraft& draft) {
  ManifestForm form{draft.purpose, draft.terms, draft.seed, {}};
  for (const Party& party : draft.parties) form.parties.push_back(row_of(party));
  return manifest_toml(form);
}

Terms agreed_terms(const Terms& given, std::uint64_t seed) {
  Terms terms = given;
  terms.graph = without_files(given.graph, seed);
  terms.privacy.on_lattice = true;
  if (!terms.data) return terms;
  DataSettings& data = *terms.data;
  for (Column& column : data.schema.columns)
    if (column.role == ColumnRole::node) column.role = ColumnRole::ignore;  // each row has its party by now
  data.source.path = data.source.labels_path = data.test_path = data.test_labels_path = "";
  data.source.declared_rows.reset();
  data.partition = PartitionKind::iid;
  for (NodeId i = 0; given.data->files.empty() && i < terms.graph.nodes; ++i) data.files[i] = data.source;
  return terms;
}

std::vector<std::string> gaps_in(const ManifestForm& form) {
  std::vector<std::string> gaps;
  for (NodeId i = 0; i < form.parties.size(); ++i) {
    for (const PartyKey& key : party_keys)
      if ((form.parties[i].*key.value).empty()) gaps.push_back(fmt::format("node.{}.{}", i, key.name));
    if (lacks_records(form.terms, i)) gaps.push_back(fmt::format("node.{}.records", i));
  }
  return gaps;
}

ManifestForm with_gaps_filled(ManifestForm form) {
  constexpr std::uint64_t some_rows = 1000;
  for (NodeId i = 0; i < form.parties.size(); ++i) {
    PartyRow& row = form.parties[i];
    const PartyRow usual{fmt::format("gap-{}", i), fmt::format("gap-{}.invalid:7700", i),
                         fmt::format("ed25519:{:064x}", 1000 + i), "gap"};
    for (const PartyKey& key : party_keys)
      if ((row.*key.value).empty()) row.*key.value = usual.*key.value;
    if (lacks_records(form.terms, i)) form.terms.data->files[i].declared_rows = some_rows;
  }
  return form;
}

}  // namespace sotto
