// SPDX-License-Identifier: MIT
// The keys that a manifest has beside the terms, each once: the table [federation], and a party's row in its [node.N].
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "sotto/federation/identity/site_certificate.hpp"
#include "sotto/federation/manifest/party.hpp"
#include "sotto/settings/reader.hpp"

namespace sotto {

/// A party's row as texts. A form may have gaps, which are empty.
struct PartyRow {
  std::string name = {};
  std::string address = {};
  std::string public_key = {};
  std::string dataset = {};
};

struct PartyKey {
  const char* name;
  std::string PartyRow::*value;
  const char* says;
  const char* rule;
  bool (*holds)(std::string_view value);
};
/// In the order of canonical bytes.
inline constexpr PartyKey party_keys[] = {
    {"name", &PartyRow::name, "the site's name, as in its identity", site_name_rule, is_site_name},
    {"address", &PartyRow::address, "host:port, where it is reached", "must be host:port, with a port of 1 to 65535",
     [](std::string_view text) { return address_in(std::string(text)).has_value(); }},
    {"public_key", &PartyRow::public_key, "what `sotto id show` prints there",
     "must be ed25519: and 64 hexadecimal digits",
     [](std::string_view text) { return PublicKey::from_text(std::string(text)).has_value(); }},
    {"dataset", &PartyRow::dataset, "the budget in the site's ledger that pays", dataset_name_rule, is_dataset_name}};

inline PartyRow row_of(const Party& party) {
  return {party.name, party.address.text(), party.key.text(), party.dataset};
}

struct FederationSettings {
  Purpose purpose = Purpose::real;
  std::optional<double> round_period = std::nullopt;  ///< in seconds
};

template <class Visitor>
void federation_fields(Visitor& v, FederationSettings& federation) {
  v.choice("purpose", federation.purpose, Purpose::real, all_of<Purpose>);
  v.optional_real("round_period", federation.round_period, within({0.001, 60}));
}

}  // namespace sotto
