// SPDX-License-Identifier: MIT
// The [audit] section of a configuration: what `sotto audit` attacks, and against which claim.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "sotto/agreement/privacy_settings.hpp"
#include "sotto/graph/graph.hpp"
#include "sotto/input/closed_set.hpp"
#include "sotto/settings/field_document.hpp"
#include "sotto/settings/reader.hpp"

namespace sotto {

enum class AuditMode {
  pair,    ///< two neighbouring datasets, many runs
  one_run  ///< canaries in one run
};
constexpr Names<2> names_of(AuditMode) {
  return {"pair", "one-run"};
}

/// Which members of masked sums collude against the attacked one: as many as the plan is for, so many, or these.
struct AsPlanned {
  bool operator==(const AsPlanned&) const = default;
};
using AuditColluders = std::variant<AsPlanned, std::uint32_t, std::vector<NodeId>>;

struct AuditSettings {
  AuditMode mode;
  NodeId node;                ///< whose record is attacked, in mode `pair`
  std::uint32_t transcripts;  ///< held-out transcripts a side; a fifth as many choose the threshold
  double confidence;          ///< of the lower bound
  double claim;               ///< the epsilon to judge against
  std::string records;        ///< CSV of the node's records; empty: the worst case
  std::string neighbour;      ///< CSV of the same with one record replaced
  std::uint32_t canaries;     ///< in mode `one_run`; 0: nodes times dimension
  AuditColluders colluders;   ///< of masked sums
};

/// The claim is what the attacked node promises unless another is given. Faults stay with the reader.
AuditSettings read_audit(Reader& reader, const PrivacySettings& promised);
std::string audit_toml(AuditSettings audit);
DocumentedSection audit_document();

}  // namespace sotto
