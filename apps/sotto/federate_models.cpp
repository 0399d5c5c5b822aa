// SPDX-License-Identifier: MIT
// The models of a trial's sites, and how good each is on test records.
#include "federate_report.hpp"
#include "sotto/data/dataset/encoding.hpp"
#include "sotto/data/model/fitted_model.hpp"
#include "sotto/data/model/test_metrics.hpp"

namespace sotto::app {

std::vector<SiteModel> models_of(const Rehearsal& rehearsal, const Manifest& manifest,
                                 const std::optional<Dataset>& test) {
  std::vector<SiteModel> models;
  if (!manifest.agreement().declared()->loss()) return models;
  for (const RehearsedParty& party : rehearsal.parties) {
    SiteModel& found = models.emplace_back(
        SiteModel{.path = party.state / "runs" / manifest.run_id().hex().substr(0, 16) / "model.json"});
    if (!test) continue;
    const FittedModel model = read_model(found.path.string());
    const TestRows rows{
        .rows = test->rows, .dropped = test->dropped, .label = Encoding(model.schema).label()->from_units()};
    found.metrics = measure(model.loss, model.coefficients, rows);
    found.constant = measure_constant(model.loss, rows);
  }
  return models;
}

}  // namespace sotto::app
