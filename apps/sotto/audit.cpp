// SPDX-License-Identifier: MIT
// sotto audit: attacks the nodes of a configuration and judges a claimed epsilon.
#include <fmt/format.h>

#include <filesystem>

#include "command.hpp"
#include "delivery.hpp"
#include "interrupt.hpp"
#include "output.hpp"
#include "sotto/report/audit_report.hpp"
#include "terminal.hpp"

namespace sotto::app {

void describe_audit(Command& command) {
  command.takes_configuration(Command::File::required);
  command.takes_out();
  command.takes_setting("--claim", "audit.claim", "epsilon to judge against; privacy.epsilon unless set");
  command.takes_setting("--mode", "audit.mode", "pair: neighbouring datasets; one-run: canaries");
  command.takes_setting("--node", "audit.node", "whose record is attacked");
  command.takes_setting("--transcripts", "audit.transcripts", "held-out transcripts for either dataset");
  command.takes_setting("--confidence", "audit.confidence", "of the lower bound");
  command.takes_setting("--records", "audit.records", "CSV of the node's records", Command::Names::file);
  command.takes_setting("--neighbour", "audit.neighbour", "the same with one record replaced", Command::Names::file);
  command.takes_setting("--canaries", "audit.canaries", "records with a coin, in mode one-run");
  command.takes_setting("--seed", "run.seed", "seed of records, graph and noise");
}

namespace {

ExitCode exit_code_of(AuditVerdict verdict) {
  switch (verdict) {
    case AuditVerdict::not_refuted:
      return ok;
    case AuditVerdict::refuted:
      return answered_no;
    case AuditVerdict::cannot_tell:
      break;
  }
  return cannot_tell;
}

}  // namespace

ExitCode audit(const Command& command) {
  const std::atomic<bool>& interrupt = watch_for_interrupt();
  const Scenario scenario(read_configuration(command.settings(configuration_keys())));
  const std::unique_ptr<RunFolder> folder =
      open_run_folder(command.out(), std::filesystem::path(command.file()).stem().string() + "-audit");
  const PrivacyAudit done = [&] {
    ProgressBar bar(scenario.configuration().audit.mode == AuditMode::pair ? "pairs of runs" : "canaries",
                    command.quiet() ? ProgressBar::Show::never : ProgressBar::Show::if_terminal);
    return audit_privacy(
        scenario, [&](std::uint32_t now, std::uint32_t wanted) { bar.update(now, wanted); }, interrupt);
  }();
  const AuditSettings& settings = scenario.configuration().audit;
  if (done.interrupted)
    remark("interrupted", settings.mode == AuditMode::pair
                              ? fmt::format("after {} of {} transcripts a side; what was done is kept",
                                            done.pair ? done.pair->transcripts : 0, settings.transcripts)
                              : std::string("before every canary was scored; nothing can be said of the claim"));
  const bool stored = deliver({.command = command,
                               .result = command.json() ? audit_json(scenario, done) : audit_text(scenario, done),
                               .folder = folder.get(),
                               .write = [&](RunFolder& into) {
                                 write_folder(into, audit_files(scenario, done), [&](const auto& digests) {
                                   return audit_manifest_json(identity("audit"), scenario, done, digests);
                                 });
                               }});
  if (!stored) return store;
  if (done.interrupted) return interrupted;
  return exit_code_of(judge(done, settings.claim));
}

}  // namespace sotto::app
