// SPDX-License-Identifier: MIT
#include "sotto/agreement/privacy_settings.hpp"

#include "sotto/agreement/data_settings.hpp"
#include "sotto/input/closed_set.hpp"
#include "sotto/settings/field_reader.hpp"
#include "sotto/settings/field_writer.hpp"

namespace sotto {
namespace {

enum class Arithmetic { real, lattice };
constexpr Names<2> names_of(Arithmetic) {
  return {"real", "lattice"};
}

/// A node departs from what all promise; that itself has no default epsilon and no default delta.
template <class Visitor>
void promise_fields(Visitor& v, NodePrivacy& promise, const NodePrivacy* all) {
  v.real("epsilon", promise.budget.epsilon, all ? std::optional(all->budget.epsilon) : std::nullopt, positive_finite(),
         {.says = "what is promised to each record: smaller is more private", .shown = "4.0", .set = true});
  v.real("delta", promise.budget.delta, all ? std::optional(all->budget.delta) : std::nullopt, probability_open(),
         {.says = "a small probability beside epsilon; keep it far below 1 / (all records)",
          .shown = "1e-6",
          .set = true});
  v.choice("accountant", promise.accountant, all ? all->accountant : Accountant::exact, all_accountants,
           {.says = "how noise is turned into epsilon; exact needs the least. zcdp-cks, zcdp-bs, root (in the\n"
                    "proof of Theorem 1), paper (Theorem 1), advanced, basic: `sotto plan` shows all of them"});
  v.choice("schedule", promise.schedule, all ? all->schedule : NoiseSchedule::constant, all_schedules,
           {.says = "how rounds share the promise: constant: alike; paper: its rule, which leaves some unspent;\n"
                    "paper-normalised: the same shape, all spent"});
}

template <class Visitor>
void privacy_fields(Visitor& v, PrivacySettings& privacy) {
  promise_fields(v, privacy, nullptr);
  v.choice("adjacency", privacy.budget.adjacency, Adjacency::replace_one, all_adjacencies,
           {.says = "add-remove is refused here: mean estimation's steps use the number of records", .after = "delta"});
  Arithmetic mechanism = privacy.on_lattice ? Arithmetic::lattice : Arithmetic::real;
  v.choice("mechanism", mechanism, Arithmetic::real, all_of<Arithmetic>,
           {.says = "real: doubles, for simulations; lattice: integers, what real nodes use"});
  privacy.on_lattice = mechanism == Arithmetic::lattice;
  const bool masked = privacy.trust == Trust::all_but_q;
  v.choice("trust", privacy.trust, Trust::nobody, all_of<Trust>,
           {.says = "nobody: its own noise protects a node; all-but-q: the noise of all members but q does, in\n"
                    "masked sums with far less of it (docs/masked_sums.md)",
            .written = masked});
  std::optional<std::uint32_t> colluders;
  if (masked) colluders = privacy.colluders;
  v.optional_whole(
      "colluders", colluders, {1, 1'000'000'000},
      {.says = "q: how many members may collude; trust = \"all-but-q\" has no default for it", .shown = "1"});
  privacy.colluders = colluders.value_or(0);
  v.whole("spare_rounds", privacy.spare_rounds, 0, {0, 10'000'000},
          {.says = "masked sums: rounds that can be repeated when a member is lost, paid for in advance",
           .written = masked && privacy.spare_rounds > 0});
  v.optional_real("epsilon_all", privacy.epsilon_all, positive_finite(),
                  {.says = "masked sums: at most this epsilon against all others together; not capped unless set",
                   .shown = "20.0",
                   .written = masked});
  v.remark("# A node may have a promise of its own: a table [node.3] with epsilon, delta, accountant, schedule.\n");
}

/// What masked sums need and independent noise does not have.
void check_trust(Reader& reader, const PrivacySettings& privacy) {
  if (privacy.trust == Trust::nobody) {
    for (const char* key : {"privacy.colluders", "privacy.spare_rounds", "privacy.epsilon_all"})
      if (reader.has(key))
        reader.refuse(key, "is for privacy.trust = \"all-but-q\": take this line out, or leave trust as it was",
                      {"privacy.trust"});
    return;
  }
  if (!reader.has("privacy.colluders"))
    reader.refuse("privacy.colluders",
                  "is required with privacy.trust = \"all-but-q\": how many members may collude, at least 1");
  for (const auto& [node, own] : privacy.nodes)
    reader.refuse(
        {"node." + std::to_string(node), "a promise of its own",
         "must be absent with privacy.trust = \"all-but-q\": a sum has one noise, and each member is protected "
         "by the noise of the others"});
}

}  // namespace

Mechanism mechanism_of(const PrivacySettings& privacy, NodeId nodes) {
  if (privacy.trust == Trust::nobody) return Independent{};
  return MaskedSums{.members = nodes, .colluders = privacy.colluders, .spare_rounds = privacy.spare_rounds};
}

PrivacySettings read_privacy(Reader& reader) {
  PrivacySettings privacy{};
  FieldReader fields(reader, "privacy");
  privacy_fields(fields, privacy);
  for (const auto& [node, table] : node_tables(reader)) {
    NodePrivacy own = privacy;
    FieldReader own_fields(reader, table);
    promise_fields(own_fields, own, &privacy);
    if (own_fields.any_given()) privacy.nodes[node] = own;
  }
  check_trust(reader, privacy);
  return privacy;
}

std::string privacy_toml(PrivacySettings privacy) {
  FieldWriter fields;
  privacy_fields(fields, privacy);
  return "\n[privacy]\n" + fields.lines();
}

std::string promise_lines(NodePrivacy promise) {
  FieldWriter fields;
  promise_fields(fields, promise, nullptr);
  return fields.lines();
}

DocumentedSection promise_document() {
  const NodePrivacy all{};
  NodePrivacy own{};
  FieldDocument fields("node");
  promise_fields(fields, own, &all);
  DocumentedSection section = fields.section();
  for (DocumentedKey& key : section.keys) key.usually = "privacy." + key.key;
  return section;
}

DocumentedSection privacy_document() {
  PrivacySettings privacy{};
  FieldDocument fields("privacy", "there is no default epsilon and no default delta");
  privacy_fields(fields, privacy);
  return fields.section();
}

}  // namespace sotto
