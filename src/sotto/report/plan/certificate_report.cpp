// SPDX-License-Identifier: MIT
#include "sotto/report/plan/certificate_report.hpp"

#include <fmt/format.h>

#include <cmath>

#include "sotto/report/plan/plan_values.hpp"

namespace sotto {
namespace {

std::string list(const std::string& title, const std::vector<std::string>& lines) {
  std::string out = title + "\n";
  for (const std::string& line : lines) out += "  - " + line + "\n";
  return out;
}

std::string amount(double value) {
  return std::isfinite(value) ? fmt::format("{:.6g}", value) : "none";
}

}  // namespace

Json certificate_value(const Certificate& certificate) {
  Json bookings = Json::object();
  for (const auto& [name, value, meaning] : certificate.bookings)
    bookings[name] = {{"amount", std::isfinite(value) ? Json(value) : Json(nullptr)}, {"meaning", meaning}};
  Json json = {{"schema", "sotto.certificate/1"},
               {"statement", certificate.statement},
               {"epsilon", number(certificate.promise.epsilon)},
               {"delta", number(certificate.promise.delta)},
               {"adjacency", name_of(certificate.promise.adjacency)},
               {"accountant", name_of(certificate.accountant)},
               {"mechanism", certificate.on_lattice ? "lattice" : "real"},
               {"held_off", certificate.held_off},
               {"conditions", certificate.conditions},
               {"public", certificate.is_public},
               {"bookings", bookings},
               {"not_covered", certificate.not_covered}};
  if (const MaskedSums* sums = masked_sums(certificate.mechanism))
    add_masked_sums(json, *sums, certificate.epsilon_all);
  return json;
}

std::string certificate_json(const Certificate& certificate) {
  return dump(certificate_value(certificate));
}

std::string certificate_text(const Certificate& certificate) {
  std::string out = "Certificate\n  " + certificate.statement + "\n";
  out += list("Held off", certificate.held_off) + list("Provided that", certificate.conditions) +
         list("Public", certificate.is_public) + "Reckoning\n";
  for (const auto& [name, value, meaning] : certificate.bookings)
    out += fmt::format("  {:<20} {:>12}  {}\n", name, amount(value), meaning);
  return out + list("Not covered", certificate.not_covered);
}

}  // namespace sotto
