// SPDX-License-Identifier: MIT
// Trust in nobody beside trust in all members but a few.
#include <fmt/format.h>

#include "sotto/agreement/trust_choice.hpp"
#include "sotto/report/document/table.hpp"
#include "sotto/report/plan/plan_report.hpp"
#include "sotto/report/plan/plan_values.hpp"

namespace sotto {
namespace {

std::string hops_shown(const DiameterBounds& hops) {
  return hops.exact() ? std::to_string(hops.lower) : fmt::format("{} to {}", hops.lower, hops.upper);
}

std::string trust_shown(const TrustChoice& choice) {
  const std::string name = choice.colluders == 0 ? "in nobody" : fmt::format("in all but {}", choice.colluders);
  return name + (choice.as_configured ? " *" : "");
}

}  // namespace

std::string trust_text(const Agreement& agreement) {
  const std::vector<TrustChoice> choices = trust_choices(agreement);
  if (choices.empty()) return "";
  const bool exact = choices.front().squared_error.has_value();
  ReportTable table{.columns = {"trust", "last noise scale", "epsilon, all others", "noise in the mean",
                                "messages a round", "bytes a round", "hops"}};
  if (exact) table.columns.insert(table.columns.begin() + 4, "squared error");
  for (const TrustChoice& choice : choices) {
    std::vector<std::string> row{trust_shown(choice), fmt::format("{:.4g}", choice.last_noise_scale),
                                 fmt::format("{:.4g}", choice.epsilon_all),
                                 fmt::format("{:.4g} x", choice.noise_beside_nobody)};
    if (exact) row.push_back(fmt::format("{:.4g}", *choice.squared_error));
    for (const std::uint64_t count : {choice.messages, choice.bytes}) row.push_back(std::to_string(count));
    row.push_back(hops_shown(choice.hops));
    table.add(std::move(row));
  }
  std::string out = table.text() +
                    "  * as configured. The promise is the same in every row. Noise in the mean: its variance, beside "
                    "trust in nobody.\n";
  if (exact)
    out += "  Squared error: of the released mean, exactly, while no projection binds; not divided by ||x*||^2.\n";
  return out +
         "  Trust in all but q (privacy.trust = \"all-but-q\", privacy.colluders = q): residues are relayed to all.\n";
}

Json trust_json(const Agreement& agreement) {
  return array_of(trust_choices(agreement), [](const TrustChoice& choice) {
    return Json{{"trust", choice.colluders == 0 ? "nobody" : "all-but-q"},
                {"colluders", choice.colluders == 0 ? Json(nullptr) : Json(choice.colluders)},
                {"as_configured", choice.as_configured},
                {"last_noise_scale", number(choice.last_noise_scale)},
                {"epsilon_all", number_or_null(choice.epsilon_all)},
                {"noise_beside_nobody", number(choice.noise_beside_nobody)},
                {"squared_error", number_or_null(choice.squared_error)},
                {"messages_per_round", choice.messages},
                {"bytes_per_round", choice.bytes},
                {"hops", {{"lower", choice.hops.lower}, {"upper", choice.hops.upper}}}};
  });
}

}  // namespace sotto
