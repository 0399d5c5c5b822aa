// SPDX-License-Identifier: MIT
// The section [run] of a configuration.
#include "sotto/simulation/comparison/run_settings.hpp"

#include "sotto/agreement/terms.hpp"
#include "sotto/settings/field_reader.hpp"
#include "sotto/settings/field_writer.hpp"

namespace sotto {
namespace {

template <class Visitor>
void run_fields(Visitor& v, RunSettings& run, bool on_files) {
  const RealRule share{.text = "a number >= 0 and < 1 (0: run all trials)", .ends = {0, 1}, .most_belongs = false};
  v.whole("trials", run.trials, 100, {1, 1'000'000'000},
          {.says = "simulated runs; at most so many where until_se is set", .set = true});
  v.real("until_se", run.until_se, 0, share,
         {.says = "e.g. 0.01: end when every plan's error of the released mean is known to 1 % (its standard\n"
                  "error over its mean); 0: run all trials"});
  seed_field(v, run.seed);
  v.choice("fresh", run.fresh, on_files ? Fresh::noise : Fresh::data, all_of<Fresh>,
           {.says = "what differs between trials: data = records and noise; noise alone; graph = all three",
            .usually = "\"data\"; \"noise\" on files"});
  v.choice("baselines", run.baselines, BaselineSet::usual, all_of<BaselineSet>,
           {.says = "usual: no privacy, a node alone, a curator; all (slower): docs/baselines.md; none"});
  v.whole("baseline_trials", run.baseline_trials, 100, {1, 1'000'000'000},
          {.says = "at most, for those baselines that run round by round, one trial after another"});
  v.choice("engine", run.engine, EngineWish::automatic, all_of<EngineWish>,
           {.says = "reference: the slow one that is the paper's algorithm to the letter; cuda: a GPU,\n"
                    "with the same bits, where the program was built for one; auto takes it for long runs"});
  v.choice("noise_precision", run.noise_precision, NoisePrecision::full, all_of<NoisePrecision>,
           {.says = "single: about 1.5 times as fast, with tails that end at 5.8 sigma; never in audits"});
  v.whole_or("all", "threads", run.threads, {0, 1024},
             {.says = "0 or \"all\": as many as the machine has; no result depends on it"});
  v.choice("randomness", run.randomness, Randomness::seeded, all_randomness,
           {.says = "system: bits from the operating system, exact noise; needs mechanism = \"lattice\""});
}

}  // namespace

RunSettings read_run(Reader& reader, bool on_files) {
  RunSettings run;
  FieldReader fields(reader, "run");
  run_fields(fields, run, on_files);
  return run;
}

std::string run_toml(RunSettings run) {
  FieldWriter fields;
  run_fields(fields, run, false);
  return "\n[run]\n" + fields.lines();
}

DocumentedSection run_document() {
  RunSettings run;
  FieldDocument fields("run");
  run_fields(fields, run, false);
  return fields.section();
}

}  // namespace sotto
