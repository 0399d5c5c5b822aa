// SPDX-License-Identifier: MIT
// Runs a comparison as the program does it.
#include "experiment_run.hpp"

#include <fmt/format.h>

#include "delivery.hpp"
#include "interrupt.hpp"
#include "output.hpp"
#include "sotto/report/json_report.hpp"
#include "sotto/report/text_report.hpp"
#include "terminal.hpp"

namespace sotto::app {
namespace {

/// A weak delta is worth a remark before anything is computed.
void remark_on(const Scenario& scenario) {
  for (const std::string& warning : scenario.warnings()) remark("warning", warning);
}

/// What rules mended in the files. It follows from records, so it is for the eyes at the terminal alone.
void tell_operator(const Scenario& scenario) {
  if (scenario.real() == nullptr || !at_terminal()) return;
  for (const RowCounts& counts : scenario.real()->counts())
    remark("rows (for your eyes)", fmt::format("{} read: {} dropped, {} clipped to the norm; cells: {} moved into "
                                               "their range, {} substituted, {} of no declared level",
                                               counts.rows, counts.dropped_rows, counts.clipped_rows,
                                               counts.clipped_cells, counts.substituted_cells, counts.unknown_levels));
}

}  // namespace

ExitCode run_experiment(ExperimentRun run) {
  const std::atomic<bool>& interrupt = watch_for_interrupt();
  if (!run.command.quiet()) remark_on(run.scenario);
  const std::unique_ptr<RunFolder> folder = open_run_folder(run.command.out(), run.default_name);
  const Comparison comparison = [&] {
    ProgressBar bar(run.scenario.configuration().run.until_se > 0 ? "trials at most" : "trials",
                    run.command.quiet() ? ProgressBar::Show::never : ProgressBar::Show::if_terminal);
    return compare(
        run.scenario, contest_of(run.scenario, std::move(run.plans)),
        [&](std::uint32_t done, std::uint32_t wanted) { bar.update(done, wanted); }, interrupt);
  }();
  if (!run.command.quiet()) tell_operator(run.scenario);
  if (comparison.interrupted)
    remark("interrupted", fmt::format("after {} of {} trials; what was done is kept", comparison.trials_done,
                                      run.scenario.configuration().run.trials));
  const bool stored = deliver(
      {.command = run.command,
       .result = run.command.json() ? run_json(run.scenario, comparison) : comparison_text(run.scenario, comparison),
       .folder = folder.get(),
       .write = [&](RunFolder& into) {
         const RunIdentity made_by = identity(run.kind);
         write_folder(into, run_files(run.scenario, comparison, made_by),
                      [&](const auto& digests) { return manifest_json(made_by, run.scenario, comparison, digests); });
       }});
  if (!stored) return store;
  return comparison.interrupted ? interrupted : ok;
}

}  // namespace sotto::app
