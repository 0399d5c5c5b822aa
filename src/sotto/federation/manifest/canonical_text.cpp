// SPDX-License-Identifier: MIT
// The canonical bytes of a manifest.
#include <fmt/format.h>

#include <bit>
#include <map>
#include <sstream>

#include "sotto/federation/manifest/manifest.hpp"
#include "sotto/settings/conversion.hpp"
#include "sotto/settings/field_writer.hpp"
#include "sotto/settings/toml_file.hpp"

namespace sotto {
namespace {

/// Where files lie, and what only simulations, audits and advice look at, is nobody else's matter.
bool counts(const std::string& key) {
  if (key == "run.seed") return true;  // it draws the graph
  for (const char* section : {"run.", "audit.", "advice."})
    if (key.starts_with(section)) return false;
  for (const char* name : {"file", "labels_file", "test_file", "test_labels_file", "weights_file"})
    if (key.ends_with(std::string(".") + name)) return false;
  return true;
}

std::string line(const std::string& key, const std::string& value) {
  return key + " = " + value + "\n";
}

/// What is not given has no line: a manifest without a new key has the run id that it always had.
std::string lines_of_federation(FederationSettings federation) {
  FieldWriter fields;
  federation_fields(fields, federation);
  std::istringstream lines(fields.lines());
  std::string text;
  for (std::string each; std::getline(lines, each);) text += "federation." + each + "\n";
  return text;
}

std::string declared(const Agreement& agreement) {
  const TomlFile file = read_toml_text("manifest", to_toml(agreement.terms()) + seed_toml(agreement.seed()));
  std::string text;
  for (const TomlEntry& entry : file.entries)
    if (!entry.is_table && counts(entry.key)) text += line(entry.key, toml_value(entry.setting));
  for (std::size_t k = 0; k < file.columns.size(); ++k) {
    for (const ColumnEntry& entry : file.columns[k].entries) {
      std::string values;
      for (const Setting& value : entry.values) values += (values.empty() ? "" : ", ") + toml_value(value);
      text += line(fmt::format("column.{}.{}", k, entry.key), entry.is_list ? "[" + values + "]" : values);
    }
  }
  return text;
}

/// Numbers as bytes that no rounding of a text has touched.
class Bits {
 public:
  void add(std::uint64_t word) {
    for (int shift = 0; shift < 64; shift += 8) bytes_ += static_cast<char>(word >> shift & 0xff);
  }
  void add(double number) { add(std::bit_cast<std::uint64_t>(number)); }
  std::string digest() const { return digest_of(bytes_).hex(); }

 private:
  std::string bytes_;
};

std::string digest_of_weights(const WeightMatrix& weights) {
  Bits bits;
  for (NodeId i = 0; i < weights.node_count(); ++i) {
    const WeightMatrix::Row row = weights.row(i);
    for (std::size_t k = 0; k < row.columns.size(); ++k) {
      bits.add(std::uint64_t{i});
      bits.add(std::uint64_t{row.columns[k]});
      bits.add(row.weights[k]);
    }
  }
  return bits.digest();
}

std::string digest_of_plan(const Plan& plan) {
  Bits bits;
  for (Round t = 1; t <= plan.gradient_rounds(); ++t) {
    const LatticeRound& round = plan.lattice_round(t);
    bits.add(plan.step(t));
    bits.add(round.grid);
    bits.add(round.multiplier);
    bits.add(static_cast<std::uint64_t>(round.shift));
    bits.add(round.sensitivity);
    bits.add(round.sigma);
  }
  return bits.digest();
}

std::map<std::string, std::string> fields_of(const std::string& canonical) {
  std::map<std::string, std::string> fields;
  for (std::size_t begin = 0; begin < canonical.size();) {
    const std::size_t end = std::min(canonical.find('\n', begin), canonical.size());
    const std::string whole = canonical.substr(begin, end - begin);
    const std::size_t middle = whole.find(" = ");
    if (middle != std::string::npos) fields[whole.substr(0, middle)] = whole.substr(middle + 3);
    begin = end + 1;
  }
  return fields;
}

}  // namespace

bool belongs_in_manifest(const std::string& key) {
  return counts(key) || key.starts_with("advice.");  // which shapes the records of dry runs
}

std::string canonical_text(const Manifest& manifest) {
  std::string text = "sotto manifest 1\n";
  text += lines_of_federation(manifest.federation());
  text += declared(manifest.agreement());
  for (NodeId i = 0; i < manifest.parties().size(); ++i) {
    const PartyRow row = row_of(manifest.parties()[i]);
    for (const PartyKey& key : party_keys)
      text += line(fmt::format("node.{}.{}", i, key.name), toml_string(row.*key.value));
    text += line(fmt::format("node.{}.plan_sha256", i), digest_of_plan(manifest.plan_of(i)));
  }
  if (manifest.is_masked())  // how masks are made, and what sums are taken modulo
    text += line("federation.masking", toml_string("x25519 hkdf-sha256 chacha20 2^64 1"));
  text += line("graph.weights_sha256", digest_of_weights(manifest.agreement().weights()));
  text += line("graph.mixing_rate", toml_real(manifest.averaging().mixing_rate));
  return text + line("algorithm.consensus_rounds_in_all", std::to_string(manifest.consensus_rounds()));
}

std::vector<std::string> differing_fields(const std::string& here, const std::string& there) {
  const std::map<std::string, std::string> ours = fields_of(here), theirs = fields_of(there);
  std::map<std::string, std::pair<std::string, std::string>> all;
  for (const auto& [key, value] : ours) all[key] = {value, "nothing"};
  for (const auto& [key, value] : theirs) {
    auto& both = all.try_emplace(key, "nothing", "").first->second;
    both.second = value;
  }
  std::vector<std::string> differing;
  for (const auto& [key, both] : all)
    if (both.first != both.second)
      differing.push_back(fmt::format("{}: {} here, {} there", key, both.first, both.second));
  return differing;
}

}  // namespace sotto
