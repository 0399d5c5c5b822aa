// SPDX-License-Identifier: MIT
// sotto plan --advise: which plan, before any record is read.
#include "advise.hpp"

#include <filesystem>

#include "delivery.hpp"
#include "interrupt.hpp"
#include "output.hpp"
#include "sotto/report/advice_report.hpp"
#include "terminal.hpp"

namespace sotto::app {

std::optional<Advice> advise_with_progress(const Configuration& configuration, bool quiet) {
  ProgressBar bar("trials of all candidates", quiet ? ProgressBar::Show::never : ProgressBar::Show::if_terminal);
  return sotto::advise(
      configuration, [&](std::uint32_t done, std::uint32_t wanted) { bar.update(done, wanted); },
      watch_for_interrupt());
}

ExitCode advise(const Command& command, const Configuration& configuration) {
  const std::string name = std::filesystem::path(command.file()).stem().string() + "-advice";
  const std::unique_ptr<RunFolder> folder = open_run_folder(command.out(), name);
  if (!command.quiet())
    for (const std::string& warning : simulated(configuration).warnings()) remark("warning", warning);
  const std::optional<Advice> advice = advise_with_progress(configuration, command.quiet());
  if (!advice) {
    remark("interrupted", "before all candidates were tried: nothing is kept");
    return interrupted;
  }
  const bool stored =
      deliver({.command = command,
               .result = command.json() ? advice_json(*advice) : advice_text(*advice),
               .folder = folder.get(),
               .write = [&](RunFolder& into) {
                 const RunIdentity made_by = identity("advice");
                 write_folder(into, advice_files(configuration, *advice, made_by),
                              [&](const auto& digests) { return advice_manifest_json(made_by, *advice, digests); });
               }});
  return stored ? ok : store;
}

}  // namespace sotto::app
