// SPDX-License-Identifier: MIT
#include "sotto/federation/manifest/manifest.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "sotto/agreement/data_settings.hpp"
#include "sotto/data/dataset/partition.hpp"
#include "sotto/data/dataset/read_dataset.hpp"
#include "sotto/federation/manifest/manifest_fields.hpp"
#include "sotto/settings/field_reader.hpp"

namespace sotto {
namespace {

std::optional<Party> read_party(Reader& reader, const std::string& table) {
  PartyRow row;
  for (const PartyKey& key : party_keys) {
    const std::string at = table + "." + key.name;
    const std::string& given = row.*key.value = reader.text_or(at, "");
    if (given.empty())
      reader.refuse(at, std::string("is required: ") + key.says);
    else if (!key.holds(given))
      reader.refuse(at, key.rule);
  }
  const std::optional<Address> address = address_in(row.address);
  const std::optional<PublicKey> known_by = PublicKey::from_text(row.public_key);
  if (!address || !known_by) return std::nullopt;
  return Party{row.name, *address, *known_by, row.dataset};
}

std::vector<Party> read_parties(Reader& reader) {
  std::vector<Party> parties;
  std::set<std::string> seen;
  for (const auto& numbered : node_tables(reader)) {
    const std::string& table = numbered.second;
    const std::optional<Party> party = read_party(reader, table);
    if (!party) continue;
    const auto refuse_second = [&](const char* key, const std::string& value) {
      if (!seen.insert(key + value).second) reader.refuse(table + "." + key, "is another party's already");
    };
    refuse_second("name", party->name);
    refuse_second("public_key", party->key.text());
    refuse_second("address", party->address.text());
    parties.push_back(*party);
  }
  return parties;
}

/// Visits the fields of [federation] and reads none.
struct KeyPasser {
  Reader& reader;
  template <class... Rest>
  void choice(const char* key, const Rest&...) {
    reader.note_known(std::string("federation.") + key);
  }
  template <class... Rest>
  void optional_real(const char* key, const Rest&...) {
    choice(key);
  }
};

void refuse_what_nodes_cannot_do(Reader& reader, const Terms& terms) {
  const std::size_t parties = node_tables(reader).size();  // those whose rows are refused too
  if (!terms.data || terms.data->files.empty())
    reader.refuse("node.0.records", "is required: parties bring records of declared columns (tables [[column]])");
  if (!terms.privacy.on_lattice)
    reader.refuse("privacy.mechanism", "must be \"lattice\": noise in doubles leaks through its last bits");
  const bool masked = terms.privacy.trust != Trust::nobody;
  const std::string rule = " in a manifest: a node that restarts does not know what it needs for more";
  if (terms.algorithm.mixing_rounds != 1) reader.refuse("algorithm.mixing_rounds", "must be 1" + rule);
  if (!masked && terms.algorithm.acceleration != Acceleration::none)
    reader.refuse("algorithm.acceleration", "must be \"none\" with trust in nobody" + rule);
  if (!masked && terms.algorithm.output != Output::last)
    reader.refuse("algorithm.output", "must be \"last\" with trust in nobody" + rule);
  if (std::holds_alternative<UntilAgreement>(terms.algorithm.stop))
    reader.refuse("algorithm.consensus_rounds", "must be \"auto\" or a number: all parties agree on it beforehand");
  if (terms.graph.kind == GraphKind::file)
    reader.refuse("graph.kind", "must not be \"file\": a manifest names no files; with \"edges\" they stand in it");
  if (terms.graph.has_weights(GivenWeights::file))
    reader.refuse("graph.weights", "must not be \"file\": a manifest names no files; with \"listed\" they stand in it");
  if (terms.graph.nodes != 0 && terms.graph.nodes != parties)
    reader.refuse("graph.nodes", "must be the number of parties, " + std::to_string(parties), {"graph.kind"});
}

}  // namespace

Manifest Manifest::read(const std::string& path) {
  Settings settings;
  settings.add_file(path);
  return of(std::move(settings));
}

Manifest Manifest::read_text(const std::string& name, const std::string& text) {
  Settings settings;
  settings.add_file_text(name, text);
  return of(std::move(settings));
}

bool is_of_manifest(const Settings& settings) {
  return settings.find_table("federation") != nullptr;
}

void pass_over_parties(Reader& reader) {
  FederationSettings unread;
  KeyPasser passer{reader};
  federation_fields(passer, unread);
  for (const auto& [node, table] : node_tables(reader))
    for (const PartyKey& key : party_keys) reader.note_known(table + "." + key.name);
}

Manifest Manifest::of(Settings settings) {
  std::vector<std::string> out_of_place;
  for (const auto& [key, given] : settings.values())
    if (!belongs_in_manifest(key)) out_of_place.push_back(key);
  Reader reader(settings);
  for (const std::string& key : out_of_place)
    reader.refuse(key,
                  "does not belong in a manifest: it says what all parties agree on, not where a file lies nor what "
                  "a simulation does");
  Manifest manifest;
  FieldReader fields(reader, "federation");
  federation_fields(fields, manifest.federation_);
  manifest.parties_ = read_parties(reader);
  const Terms terms = read_terms(reader, FilesLie::at_parties);
  const std::uint64_t seed = read_seed(reader);
  manifest.assumed_ = read_advice(reader, true);
  refuse_what_nodes_cannot_do(reader, terms);
  reader.finish();
  if (settings.sweep()) throw InvalidInput({"sweep", "a table", "describes many runs; a manifest is one"});
  manifest.agreement_ = std::make_shared<const Agreement>(terms, seed);
  const Agreement& agreement = *manifest.agreement_;
  if (agreement.graph().node_count() != manifest.parties_.size())
    throw InvalidInput({"graph.nodes", std::to_string(agreement.graph().node_count()),
                        "must be the number of parties, " + std::to_string(manifest.parties_.size())});
  manifest.plans_ = agreement.own_plans();
  if (manifest.plans_.empty()) manifest.plans_.assign(manifest.parties_.size(), agreement.plan());
  manifest.averaging_ = agreement.averaging();
  if (!manifest.is_masked())  // where all members have the same sum there is nothing to average
    manifest.consensus_rounds_ = stage_two(terms.algorithm.stop, manifest.averaging_).most_rounds;
  manifest.canonical_ = canonical_text(manifest);
  return manifest;
}

std::optional<NodeId> Manifest::number_of(const PublicKey& key) const {
  for (NodeId i = 0; i < parties_.size(); ++i)
    if (parties_[i].key == key) return i;
  return std::nullopt;
}

std::vector<NodeId> Manifest::neighbours_of(NodeId node) const {
  std::vector<NodeId> neighbours;
  for (const NodeId j : agreement_->weights().row(node).columns)
    if (j != node) neighbours.push_back(j);
  return neighbours;
}

std::size_t Manifest::dimension() const {
  return sotto::dimension(agreement_->domain());
}

Round Manifest::last_round() const {
  if (is_masked()) return plans_[0].gradient_rounds() + 2;  // residues, and what they come to
  return plans_[0].timetable().hand_over() + consensus_rounds_;
}

/// Averaging is a contraction of the vector over nodes: no node's value can exceed sqrt(N) times the largest of all.
double Manifest::averaged_limit() const {
  double largest = 0;
  for (const Plan& plan : plans_) largest = std::max(largest, largest_noisy_value(plan));
  if (is_masked()) return largest;  // a mean of sums, weighed at most
  return 2 * std::sqrt(static_cast<double>(parties_.size())) * largest;
}

std::unique_ptr<Objective> objective_of_party(const Agreement& agreement, NodeId node, const OwnFiles& files,
                                              RowCounts& counts) {
  const DataSettings& data = *agreement.terms().data;
  DataSource source = data.files.at(node);
  source.path = files.rows;
  source.labels_path = files.labels;
  source.field = "--data";
  source.labels_field = "--labels";
  Dataset all = read_dataset(source, data.schema);
  counts = all.counts;
  return agreement.declared()->objective(
      node, data.hold_out == 0 ? std::move(all.rows) : hold_out(all, data.hold_out).kept.rows);
}

std::unique_ptr<Objective> drawn_objective_of_party(const Manifest& manifest, NodeId node) {
  const DeclaredProblem& problem = *manifest.agreement().declared();
  RecordAssumptions assumed = manifest.assumed();
  assumed.numbers = std::numeric_limits<std::uint64_t>::max();  // no row stands for others
  return problem.objective(node, draw_data_of(node, problem.drawn(assumed), manifest.agreement().seed()).rows);
}

}  // namespace sotto
