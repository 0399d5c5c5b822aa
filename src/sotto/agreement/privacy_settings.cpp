// SPDX-License-Identifier: MIT
#include "sotto/agreement/privacy_settings.hpp"

#include "sotto/agreement/data_settings.hpp"
#include "sotto/input/closed_set.hpp"
#include "sotto/settings/field_reader.hpp"
#include "sotto/settings/field_sample.hpp"
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
         {.shown = "4.0", .set = true});
  v.real("delta", promise.budget.delta, all ? std::optional(all->budget.delta) : std::nullopt, probability_open(),
         {.says = "keep it far below 1 / (all records)", .shown = "1e-6", .set = true});
  v.choice("accountant", promise.accountant, all ? all->accountant : Accountant::exact, all_accountants,
           {.says = "exact, zcdp-cks, zcdp-bs, root (in the proof of Theorem 1), paper (Theorem 1), advanced,\n"
                    "basic; `sotto plan` shows all of them"});
  v.choice("schedule", promise.schedule, all ? all->schedule : NoiseSchedule::constant, all_schedules,
           {.says = "constant, paper, paper-normalised"});
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
  v.remark("# A node may have a promise of its own: a table [node.3] with epsilon, delta, accountant, schedule.\n");
}

}  // namespace

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

std::string privacy_sample() {
  PrivacySettings privacy{};
  FieldSample fields("privacy", "there is no default epsilon and no default delta");
  privacy_fields(fields, privacy);
  return fields.section();
}

}  // namespace sotto
