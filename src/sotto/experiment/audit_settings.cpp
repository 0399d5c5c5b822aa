// SPDX-License-Identifier: MIT
// The [audit] section of a configuration.
#include "sotto/experiment/audit_settings.hpp"

namespace sotto {

AuditSettings read_audit(Reader& reader, const std::function<double(NodeId)>& promised_epsilon) {
  AuditSettings audit;
  audit.mode = reader.choice_or("audit.mode", "pair", {"pair", "one-run"});
  audit.node = static_cast<NodeId>(reader.integer_or("audit.node", 0, {0, 99'999'999}));
  audit.transcripts = static_cast<std::uint32_t>(reader.integer_or("audit.transcripts", 100'000, {100, 100'000'000}));
  audit.confidence = reader.real_or("audit.confidence", 0.95, strictly_within({0.5, 1}));
  audit.claim = reader.real_or("audit.claim", promised_epsilon(audit.node), positive_finite());
  audit.records = reader.text_or("audit.records", "");
  audit.neighbour = reader.text_or("audit.neighbour", "");
  if (audit.records.empty() != audit.neighbour.empty())
    reader.refuse(audit.records.empty() ? "audit.records" : "audit.neighbour",
                  "is required: audit.records and audit.neighbour are given together");
  audit.canaries = static_cast<std::uint32_t>(reader.integer_or("audit.canaries", 0, {0, 100'000}));
  return audit;
}

}  // namespace sotto
