// SPDX-License-Identifier: MIT
// An audit as a job.
#include <fmt/format.h>

#include "sotto/job/jobs.hpp"
#include "sotto/report/audit/audit_report.hpp"

namespace sotto {
namespace {

struct AuditedScenario {
  Scenario scenario;
  PrivacyAudit audit;
};

JobVerdict verdict_of(const PrivacyAudit& audit, double claim) {
  if (audit.interrupted) return JobVerdict::interrupted;
  switch (judge(audit, claim)) {
    case AuditVerdict::not_refuted:
      return JobVerdict::done;
    case AuditVerdict::refuted:
      return JobVerdict::answered_no;
    case AuditVerdict::cannot_tell:
      break;
  }
  return JobVerdict::cannot_tell;
}

class AuditJob final : public Job {
 public:
  AuditJob(const Scenario& scenario, const std::string& name) : Job(JobKind::audit, name), scenario_(scenario) {}

  JobResult run(const JobContext& context) const override {
    const AuditSettings& settings = scenario_.configuration().audit;
    const bool pairs = settings.mode == AuditMode::pair;
    const auto progress = [&](std::uint32_t now, std::uint32_t wanted) {
      context.progress({now, wanted, pairs ? "pairs of runs" : "canaries"});
    };
    context.progress({0, 0, "reading records, and looking for the worst pair of them"});
    const auto done = std::make_shared<const AuditedScenario>(
        AuditedScenario{scenario_, audit_privacy(scenario_, progress, context.interrupt)});
    JobResult result{
        .verdict = verdict_of(done->audit, settings.claim),
        .text = [done] { return audit_text(done->scenario, done->audit); },
        .json = [done] { return audit_json(done->scenario, done->audit); },
        .files = [done, by = own(context.made_by)] { return audit_files(done->scenario, done->audit, by); }};
    if (done->audit.interrupted)
      result.interrupted = pairs
                               ? fmt::format("after {} of {} transcripts a side; what was done is kept",
                                             done->audit.pair ? done->audit.pair->transcripts : 0, settings.transcripts)
                               : "before every canary was scored; nothing can be said of the claim";
    return result;
  }

 private:
  Scenario scenario_;
};

}  // namespace

std::unique_ptr<Job> audit_job(const Scenario& scenario, const std::string& name) {
  return std::make_unique<AuditJob>(scenario, name);
}

}  // namespace sotto
