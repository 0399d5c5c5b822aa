// SPDX-License-Identifier: MIT
#include "sotto/input/invalid_input.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace sotto {

InvalidInput::InvalidInput(Fault fault, FaultKind kind) : InvalidInput(std::vector<Fault>{std::move(fault)}, kind) {}

InvalidInput::InvalidInput(std::vector<Fault> faults, FaultKind kind) : faults_(std::move(faults)), kind_(kind) {
  for (const Fault& fault : faults_) text_.append(text_.empty() ? "" : "\n").append(to_text(fault));
}

void Faults::throw_if_any(FaultKind kind) const {
  if (!faults_.empty()) throw InvalidInput(faults_, kind);
}

std::string to_text(const Fault& fault) {
  std::string text = fault.field;
  if (!fault.value.empty()) text.append(" = ").append(fault.value);
  text.append(": ").append(fault.rule);
  if (!fault.place.empty()) text.append(" (").append(fault.place).append(")");
  return text;
}

std::string show(double value) {
  char text[32];
  if (value == std::floor(value) && std::abs(value) < 1e15) {  // 10, not 1e+01
    std::snprintf(text, sizeof text, "%.0f", value);
    return text;
  }
  for (int digits = 1; digits <= 17; ++digits) {
    std::snprintf(text, sizeof text, "%.*g", digits, value);
    if (std::strtod(text, nullptr) == value) break;
  }
  return text;
}

}  // namespace sotto
