// SPDX-License-Identifier: MIT
// A comparison as a job: a run, or the demonstration.
#include <fmt/format.h>

#include "sotto/job/jobs.hpp"
#include "sotto/job/run_journal.hpp"
#include "sotto/report/comparison/comparison_report.hpp"
#include "sotto/simulation/comparison/run_identity.hpp"

namespace sotto {
namespace {

/// The experiment of the paper's section on numerical experiments; it gives neither p nor R: p = 10, R = 10 are ours.
constexpr const char* papers_keys[] = {
    "problem.dimension=10", "problem.records_per_node=100", "problem.radius=10",   "graph.kind=erdos-renyi",
    "graph.nodes=10",       "graph.edge_probability=0.6",   "graph.weights=paper", "privacy.epsilon=4",
    "privacy.delta=1e-3",   "algorithm.rounds=1000",        "run.trials=400",      "run.baselines=all"};

struct ComparedScenario {
  Scenario scenario;
  Comparison comparison;
};

class ComparisonJob final : public Job {
 public:
  /// Baselines follow the first plan.
  ComparisonJob(JobKind kind, const std::string& name, const Scenario& scenario, std::vector<NamedPlan> plans)
      : Job(kind, name), scenario_(scenario), plans_(std::move(plans)) {}

  std::vector<std::string> warnings() const override { return scenario_.warnings(); }

  /// Noise of the operating system comes once: what it made is not kept, nor cut into shards.
  std::string identity_of_trials() const override {
    const Configuration& configuration = scenario_.configuration();
    if (configuration.run.randomness == Randomness::system) return "";
    std::string text = std::string(name_of(kind())) + "\n" + run_identity(configuration);
    for (const NamedPlan& plan : plans_) text += plan.name + "\n";
    return text;
  }
  std::uint64_t chunks() const override { return chunk_count(scenario_.configuration()); }
  std::string resolved() const override { return to_toml(scenario_.configuration()); }

  JobResult run(const JobContext& context) const override {
    const RunSettings& settings = scenario_.configuration().run;
    const char* unit = settings.until_se > 0 ? "trials at most" : "trials";
    const auto progress = [&](std::uint32_t done, std::uint32_t wanted) { context.progress({done, wanted, unit}); };
    context.progress({0, 0,
                      scenario_.real() == nullptr ? "finding x* without privacy, and the first trial"
                                                  : "reading records, finding x* without privacy, and the first "
                                                    "trial"});
    const auto done = std::make_shared<const ComparedScenario>(
        ComparedScenario{scenario_, compare(scenario_, contest_of(scenario_, plans_), progress, context.interrupt,
                                            context.dealing, checkpoints_of(context))});
    if (!context.has_results())
      return {.verdict = done->comparison.interrupted ? JobVerdict::interrupted : JobVerdict::done};
    if (scenario_.real() != nullptr && context.tell_operator)
      for (const RowCounts& counts : scenario_.real()->counts()) context.tell_operator(counts);
    JobResult result{
        .text = [done] { return comparison_text(done->scenario, done->comparison); },
        .json = [done] { return run_json(done->scenario, done->comparison); },
        .files = [done, by = own(context.made_by)] { return run_files(done->scenario, done->comparison, by); }};
    if (done->comparison.interrupted) {
      result.verdict = JobVerdict::interrupted;
      result.interrupted =
          fmt::format("after {} of {} trials; what was done is kept{}", done->comparison.trials_done, settings.trials,
                      context.trials != nullptr && context.trials->keeps()
                          ? ", and the same command with --resume goes on from there"
                          : "");
    }
    return result;
  }

 private:
  static Checkpoints checkpoints_of(const JobContext& context) {
    RunJournal* const trials = context.trials;
    if (trials == nullptr) return {};
    if (!trials->found().empty()) context.remark("resuming", "from " + trials->folder().string());
    return {.found = trials->found(),
            .offer = [trials](const auto& state, bool last) { trials->offer(state, last); },
            .inside = {.folder = trials->folder().string(),
                       .due = [trials](bool ends) { return trials->is_due_inside(ends); },
                       .open = [trials] { trials->begin_inside(); },
                       .keep = [trials](const auto& state, const auto& parts) { trials->keep(state, parts); },
                       .cannot = [remark = context.remark](const auto& why) { remark("warning", why); }}};
  }

  Scenario scenario_;
  std::vector<NamedPlan> plans_;
};

}  // namespace

std::unique_ptr<Job> run_job(const Scenario& scenario, const std::string& name) {
  return std::make_unique<ComparisonJob>(JobKind::run, name, scenario,
                                         std::vector<NamedPlan>{{"this plan", scenario.plan(), scenario.own_plans()}});
}

Configuration papers_setting(Settings flags) {
  for (const char* assignment : papers_keys) flags.add_assignment(assignment);
  return read_configuration(flags);
}

std::unique_ptr<Job> demo_job(const Scenario& scenario) {
  PlanRequest request = scenario.plan_request();
  request.accountant = Accountant::paper;
  request.schedule = NoiseSchedule::paper;
  request.step = StepRule::paper;
  const auto trusting_all_but = [&](std::uint32_t colluders) {
    PlanRequest masked = scenario.plan_request();
    masked.mechanism = MaskedSums{.members = scenario.graph().node_count(), .colluders = colluders};
    return make_plan(masked);
  };
  return std::make_unique<ComparisonJob>(JobKind::demo, "demo", scenario,
                                         std::vector<NamedPlan>{{"our default", scenario.plan()},
                                                                {"the paper's plan", make_plan(request)},
                                                                {"masked sums, q = 1", trusting_all_but(1)},
                                                                {"masked sums, q = 3", trusting_all_but(3)}});
}

}  // namespace sotto
