// SPDX-License-Identifier: MIT
// The page of a run.
#include "sotto/report/comparison/comparison_page.hpp"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>

#include "sotto/report/comparison/comparison_report.hpp"
#include "sotto/report/comparison/plan_columns.hpp"
#include "sotto/report/plan/graph_svg.hpp"

namespace sotto {
namespace {

/// What is below is rounding of x* itself, and has no place on an axis of errors.
constexpr double rounding = 1e-20;

/// More points than this cannot be told apart on a logarithmic axis.
constexpr double rounds_per_decade = 40;

/// Every round at first, then ever fewer; the last always.
std::vector<std::size_t> drawn_rounds(std::size_t rounds) {
  std::vector<std::size_t> drawn;
  double next = 0;
  for (std::size_t k = 0; k < rounds; ++k) {
    const double place = std::log10(static_cast<double>(k + RoundColumns::first_round)) * rounds_per_decade;
    if (place < next && k + 1 < rounds) continue;
    drawn.push_back(k);
    next = std::floor(place) + 1;
  }
  return drawn;
}

/// What the messages of the rounds are.
std::string caption_of_rounds(const Plan& plan) {
  const std::string distance = "Squared distance to x*, divided by ||x*||^2. ";
  if (plan.is_masked()) return distance + "With masked sums y(t) is the mean of all in every round.";
  const Timetable& timetable = plan.timetable();
  if (timetable.last_noisy() == plan.gradient_rounds() + 1)
    return distance + "Messages up to T + 1 carry noise; then nodes only average.";
  return distance + fmt::format("Of messages up to {} every {}th carries noise; then nodes only average.",
                                timetable.last_noisy(), timetable.mixing_rounds());
}

Figure rounds_figure(const Comparison& comparison) {
  Figure figure{.id = "rounds",
                .title = "Round by round",
                .caption = caption_of_rounds(comparison.plans.front().plan),
                .x = {.title = "t of the messages y(t)", .scale = FigureAxis::Scale::logarithmic},
                .y = {.title = "", .scale = FigureAxis::Scale::logarithmic},
                .series = {},
                .panels = {{"mean_error", "Mean of the messages"},
                           {"node_error", "Each message, mean over nodes"},
                           {"disagreement", "Disagreement"}},
                .observations = {}};
  for (const PlanResult& plan : comparison.plans) {
    figure.series.push_back({.name = plan.name});
    for (const std::size_t k : drawn_rounds(plan.rounds.size())) {
      const std::string x = std::to_string(k + RoundColumns::first_round);
      figure.observations.push_back(observation_of({plan.name, x, "mean_error"}, plan.rounds.mean_error[k]));
      figure.observations.push_back(observation_of({plan.name, x, "node_error"}, plan.rounds.node_error[k]));
      figure.observations.push_back(observation_of({plan.name, x, "disagreement"}, plan.rounds.disagreement[k]));
    }
  }
  return figure;
}

Figure methods_figure(const Comparison& comparison) {
  Figure figure{.id = "methods",
                .title = "Method by method",
                .caption =
                    "Error of the released mean against x*; a node alone is judged by its own minimiser. Baselines: "
                    "docs/baselines.md.",
                .x = {.title = "", .scale = FigureAxis::Scale::words},
                .y = {.title = "", .scale = FigureAxis::Scale::logarithmic},
                .series = {},
                .panels = {{"normalised_error", "Error"}},
                .observations = {}};
  for (const PlanResult& plan : comparison.plans) {
    figure.series.push_back({.name = plan.name});
    figure.observations.push_back(observation_of({plan.name, plan.name, "normalised_error"}, plan.normalised_error));
  }
  for (const BaselineResult& baseline : comparison.baselines) {
    figure.series.push_back(series_of(baseline.name, *baseline.kind));
    if (baseline.error.mean() > rounding)
      figure.observations.push_back(observation_of({baseline.name, baseline.name, "normalised_error"}, baseline.error));
  }
  return figure;
}

ReportTable plans_of(const Comparison& comparison) {
  const PlanColumns more(comparison.plans);
  ReportTable table{.title = "Plans",
                    .columns = {"plan", "accountant", "schedule", "steps", "T", "alpha", "epsilon, exactly"}};
  const std::vector<std::string> choices = more.names_of_choices();
  table.columns.insert(table.columns.begin() + 5, choices.begin(), choices.end());
  if (more.any_masked()) table.columns.emplace_back("epsilon against all others");
  for (const PlanResult& result : comparison.plans) {
    const PlanRequest& request = result.plan.request();
    std::vector<std::string> row{result.name, std::string(name_of(request.accountant)),
                                 std::string(name_of(request.schedule)), std::string(name_of(request.step)),
                                 std::to_string(result.plan.gradient_rounds())};
    for (std::string& choice : more.choices_of(result.plan)) row.push_back(std::move(choice));
    row.push_back(fmt::format("{:.4g}", result.plan.alpha_spent()));
    row.push_back(fmt::format("{:.4g}", epsilon_of(Accountant::exact, result.plan)));
    if (more.any_masked())
      row.push_back(fmt::format("{:.4g}", epsilon_of(Accountant::exact, result.plan, Threat::all_others())));
    table.add(std::move(row));
  }
  return table;
}

/// Whom masked sums hold off; nothing of independent noise.
std::vector<std::string> whom_masked_sums_hold_off(const Plan& plan) {
  const MaskedSums* sums = masked_sums(plan.request().mechanism);
  if (sums == nullptr) return {};
  return {fmt::format(
      "With masked sums that someone may have up to {} of the other {} members on their side. All other members "
      "together are held to epsilon = {:.4g} at the same delta.",
      sums->colluders, sums->members - 1, epsilon_of(plan.request().accountant, plan, Threat::all_others()))};
}

}  // namespace

FigureSeries series_of(const std::string& name, const BaselineKind& kind) {
  const bool marked = kind.name.find("non_private") != std::string_view::npos;
  return {.name = name,
          .kind = marked ? FigureSeries::Kind::non_private : FigureSeries::Kind::baseline,
          .note = fmt::format("{} ({})", kind.title, kind.source)};
}

ReportPage simulation_page(const std::string& title, const std::string& notice, Randomness randomness) {
  ReportPage page{.title = title, .notice = notice};
  page.is_private = {
      "Nothing on this page. In a real run the promise (epsilon, delta) covers the nodes' messages, against someone "
      "who hears all of them.",
      "Steps, noise scales, graph and weights are public by design: they come from public bounds, never from records."};
  page.not_private = {
      "x* and every error against it: they are computed from all records without noise, which no node of a real run "
      "ever does.",
      "Baselines without noise, and the printed loop, whose last message carries none."};
  if (randomness == Randomness::seeded)
    page.not_private.emplace_back("Seeded noise: whoever holds the seed can subtract it.");
  return page;
}

std::vector<PageDrawing> graph_drawing(const Scenario& scenario) {
  if (scenario.graph().node_count() > most_drawn_nodes) return {};
  return {{"The graph of the first trial with its weights",
           graph_svg(scenario.configuration().graph, scenario.graph(), scenario.weights(), node_names(scenario)),
           graph_colours_at_night()}};
}

std::vector<std::string> node_names(const Scenario& scenario) {
  const std::optional<DataSettings>& data = scenario.configuration().data;
  std::vector<std::string> names;
  for (NodeId i = 0; i < scenario.graph().node_count(); ++i) {
    const auto file = data ? data->files.find(i) : std::map<NodeId, DataSource>::const_iterator();
    const bool has_file = data && file != data->files.end() && !file->second.path.empty();
    names.push_back(has_file ? std::filesystem::path(file->second.path).stem().string() : std::to_string(i));
  }
  return names;
}

ReportPage comparison_page(const Scenario& scenario, const Comparison& comparison, const RunIdentity& identity) {
  ReportPage page =
      simulation_page(fmt::format("A run of {} nodes, {} trials", comparison.nodes, comparison.trials_done),
                      run_notice(scenario.configuration()), scenario.configuration().run.randomness);
  for (std::string& sentence : whom_masked_sums_hold_off(comparison.plans.front().plan))
    page.is_private.push_back(std::move(sentence));
  page.tables.push_back(plans_of(comparison));
  if (comparison.trials_done > 0) {
    page.figures = test_figures(scenario, comparison);
    for (Figure& figure : coefficient_figures(scenario, comparison)) page.figures.push_back(std::move(figure));
    page.figures.insert(page.figures.end(), {methods_figure(comparison), rounds_figure(comparison)});
    for (ReportTable& table : test_tables(comparison)) page.tables.push_back(std::move(table));
    for (ReportTable& table : coefficient_tables(scenario, comparison)) page.tables.push_back(std::move(table));
  }
  page.summary = comparison_summary(scenario, comparison);
  page.drawings = graph_drawing(scenario);
  page.repeat = {page_run(identity, scenario.configuration().run.seed)};
  return page;
}

}  // namespace sotto
