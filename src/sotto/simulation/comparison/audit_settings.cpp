// SPDX-License-Identifier: MIT
// The [audit] section of a configuration.
#include "sotto/simulation/comparison/audit_settings.hpp"

#include "sotto/input/number_text.hpp"
#include "sotto/settings/field_reader.hpp"
#include "sotto/settings/field_writer.hpp"

namespace sotto {
namespace {

constexpr std::uint32_t most_nodes = 99'999'999;

/// A number alone is a count. Node numbers have a comma behind them, but for the last of several.
std::string take_colluders(const std::string& text, AuditColluders& colluders) {
  constexpr const char* rule = "must be a count, or node numbers with commas: 1,4 (of one node: 4,)";
  const auto number = [](std::string_view digits) {
    const auto found = number_of_text<std::uint32_t>(digits);
    return found && *found <= most_nodes ? found : std::nullopt;
  };
  if (const auto count = number(text)) {
    colluders = *count;
    return "";
  }
  std::string_view rest = text;
  if (!rest.empty() && rest.back() == ',') rest.remove_suffix(1);
  std::vector<NodeId> members;
  for (bool more = true; more;) {
    const std::size_t comma = rest.find(',');
    more = comma != std::string_view::npos;
    const auto member = number(rest.substr(0, comma));
    if (!member) return rule;
    members.push_back(*member);
    if (more) rest.remove_prefix(comma + 1);
  }
  colluders = std::move(members);
  return "";
}

std::string colluders_text(const AuditColluders& colluders) {
  return std::visit(
      Cases{[](AsPlanned) { return std::string(); }, [](std::uint32_t count) { return std::to_string(count); },
            [](const std::vector<NodeId>& members) {
              std::string text;
              for (const NodeId member : members) text += std::to_string(member) + ",";
              return text;
            }},
      colluders);
}

template <class Visitor>
void audit_fields(Visitor& v, AuditSettings& audit, const PrivacySettings& promised) {
  v.choice("mode", audit.mode, AuditMode::pair, all_of<AuditMode>,
           {.says = "pair: two neighbouring datasets, many runs; one-run: canaries in a single run"});
  v.whole("node", audit.node, 0, {0, most_nodes}, {.says = "whose record is attacked"});
  v.whole("transcripts", audit.transcripts, 100'000, {100, 100'000'000},
          {.says = "held out, for either dataset; a fifth as many choose the threshold"});
  v.real("confidence", audit.confidence, 0.95, strictly_within({0.5, 1}), {.says = "of the lower bound on epsilon"});
  v.real("claim", audit.claim, promised.of(audit.node).budget.epsilon, positive_finite(),
         {.says = "the epsilon to judge against; privacy.epsilon unless set",
          .shown = "4.0",
          .usually = "privacy.epsilon"});
  v.text("records", audit.records,
         {.says = "the node's records, one a line; the worst case unless set", .shown = "\"d.csv\""});
  v.text("neighbour", audit.neighbour, {.says = "the same with one record replaced", .shown = "\"e.csv\""});
  v.whole("canaries", audit.canaries, 0, {0, 100'000},
          {.says = "one-run: records that take one of two values by a coin; 0: nodes * dimension"});
  v.whole_or_spelled("colluders", audit.colluders, take_colluders, colluders_text,
                     {.says = "masked sums: how many members collude with the attacker, or which ones, as \"1,4\";\n"
                              "as many as the plan is for unless set",
                      .shown = "2",
                      .written = audit.colluders != AuditColluders(AsPlanned{})});
}

}  // namespace

AuditSettings read_audit(Reader& reader, const PrivacySettings& promised) {
  AuditSettings audit;
  FieldReader fields(reader, "audit");
  audit_fields(fields, audit, promised);
  if (audit.records.empty() != audit.neighbour.empty())
    reader.refuse(audit.records.empty() ? "audit.records" : "audit.neighbour",
                  "is required: audit.records and audit.neighbour are given together");
  return audit;
}

std::string audit_toml(AuditSettings audit) {
  FieldWriter fields;
  audit_fields(fields, audit, {});
  return "\n[audit]\n" + fields.lines();
}

DocumentedSection audit_document() {
  AuditSettings audit;
  FieldDocument fields("audit", "for `sotto audit THIS-FILE`, which attacks the nodes; `sotto run` leaves it alone");
  audit_fields(fields, audit, {});
  return fields.section();
}

}  // namespace sotto
