// SPDX-License-Identifier: MIT
// The [advice] section of a configuration.
#include "sotto/experiment/advice_settings.hpp"

namespace sotto {

AdviceSettings read_advice(Reader& reader, bool on_files) {
  AdviceSettings advice;
  const IntegerOrWord trials = reader.integer_or_word("advice.trials", std::string("auto"), {0, 1'000'000}, {"auto"});
  const auto* number = std::get_if<std::int64_t>(&trials);
  advice.trials = number == nullptr ? 0 : static_cast<std::uint32_t>(*number);
  if (advice.trials == 1) reader.refuse("advice.trials", "must be 2 at least: one trial has no standard error");
  advice.most_rounds =
      static_cast<Round>(reader.integer_or("advice.most_rounds", on_files ? 300 : 1000, {1, 10'000'000}));
  advice.signal = reader.real_or("advice.signal", 2, within({0, 100}));
  advice.density = reader.real_or("advice.density", 0.1, within({0, 1}));
  advice.numbers = static_cast<std::uint64_t>(reader.integer_or("advice.numbers", 20'000'000, {1000, 100'000'000'000}));
  return advice;
}

}  // namespace sotto
