// SPDX-License-Identifier: MIT
// Advice as a job.
#include "sotto/job/jobs.hpp"
#include "sotto/report/study/advice_report.hpp"

namespace sotto {
namespace {

class AdviceJob final : public Job {
 public:
  AdviceJob(const Configuration& configuration, const std::string& name)
      : Job(JobKind::advice, name), configuration_(configuration) {}

  JobResult run(const JobContext& context) const override {
    for (const std::string& warning : simulated(configuration_).warnings()) context.remark("warning", warning);
    const auto progress = [&](std::uint32_t done, std::uint32_t wanted) {
      context.progress({done, wanted, "parts of the search"});
    };
    context.progress({0, 0, "making up records, and the first candidates"});
    std::optional<Advice> made = advise(configuration_, progress, context.interrupt);
    if (!made)
      return {.verdict = JobVerdict::interrupted, .interrupted = "before all candidates were tried: nothing is kept"};
    const auto advice = std::make_shared<const Advice>(std::move(*made));
    return {.text = [advice] { return advice_text(*advice); },
            .json = [advice] { return advice_json(*advice); },
            .files = [advice, configuration = configuration_,
                      by = own(context.made_by)] { return advice_files(configuration, *advice, by); }};
  }

 private:
  Configuration configuration_;
};

}  // namespace

std::unique_ptr<Job> advice_job(const Configuration& configuration, const std::string& name) {
  return std::make_unique<AdviceJob>(configuration, name);
}

}  // namespace sotto
