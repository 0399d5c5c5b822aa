// SPDX-License-Identifier: MIT
// The section [run] of a configuration.
#include "sotto/experiment/run_settings.hpp"

#include "sotto/experiment/named_choice.hpp"

namespace sotto {
namespace {

/// 0: all of the hardware's.
unsigned read_threads(Reader& reader) {
  const IntegerOrWord threads = reader.integer_or_word("run.threads", std::string("all"), {0, 1024}, {"all"});
  const auto* number = std::get_if<std::int64_t>(&threads);
  return number == nullptr ? 0 : static_cast<unsigned>(*number);
}

}  // namespace

std::string_view name_of(Fresh fresh) {
  switch (fresh) {
    case Fresh::data:
      return "data";
    case Fresh::noise:
      return "noise";
    case Fresh::graph:
      return "graph";
  }
  return "";
}

RunSettings read_run(Reader& reader, const std::optional<DataSettings>& data) {
  const RealRule share{"a number >= 0 and < 1 (0: run all trials)", [](double x) { return 0 <= x && x < 1; }};
  return {
      .trials = static_cast<std::uint32_t>(reader.integer_or("run.trials", 100, {1, 1'000'000'000})),
      .until_se = reader.real_or("run.until_se", 0, share),
      .seed = reader.seed_or("run.seed", 1),
      .fresh = named(reader, "run.fresh", data ? Fresh::noise : Fresh::data, all_fresh),
      .baselines = reader.choice_or("run.baselines", "usual", {"usual", "all", "none"}),
      .baseline_trials = static_cast<std::uint32_t>(reader.integer_or("run.baseline_trials", 100, {1, 1'000'000'000})),
      .engine = reader.choice_or("run.engine", "auto", {"auto", "reference"}),
      .noise_precision = named(reader, "run.noise_precision", NoisePrecision::full, all_noise_precisions),
      .threads = read_threads(reader),
      .randomness = named(reader, "run.randomness", Randomness::seeded, all_randomness)};
}

}  // namespace sotto
