// SPDX-License-Identifier: MIT
// sotto predict: uses a fitted model on the rows of a file, and judges it by their labels if asked to.
#include <fmt/format.h>

#include <array>
#include <cmath>

#include "command.hpp"
#include "output.hpp"
#include "sotto/data/dataset/read_dataset.hpp"
#include "sotto/data/model/fitted_model.hpp"
#include "sotto/data/model/predicted_rows.hpp"
#include "sotto/data/model/test_metrics.hpp"
#include "sotto/input/printable.hpp"
#include "sotto/report/document/table.hpp"
#include "sotto/settings/field_reader.hpp"
#include "terminal.hpp"

namespace sotto::app {
namespace {

/// A file's format in words, where its name does not tell it.
constexpr std::array named_formats{FileFormat::csv, FileFormat::libsvm, FileFormat::npy, FileFormat::idx};
static_assert(named_formats.size() + 1 == all_of<FileFormat>.size());

struct Request {
  DataSource source;
  std::string out;
};

Request read_request(const Command& command, const Settings& given) {
  Reader reader(given);
  Request request{.source = {.path = command.path("FILE"),
                             .field = "FILE",
                             .labels_field = "predict.labels",
                             .no_header = "--header none"},
                  .out = reader.text_or("predict.out", "")};
  if (reader.has("predict.out") && request.out.empty()) reader.refuse("predict.out", "must name a file");
  request.source.format = named(reader, "predict.format", FileFormat::by_name, named_formats);
  request.source.csv_header = named(reader, "predict.header", CsvHeader::names, all_of<CsvHeader>);
  const std::string separator = reader.choice_or("predict.separator", "", {",", ";", "|", "tab"});
  if (!separator.empty()) request.source.csv_separator = separator == "tab" ? '\t' : separator[0];
  request.source.labels_path = reader.text_or("predict.labels", "");
  reader.finish();
  return request;
}

void refuse_unknown_format(const DataSource& source) {
  try {
    format_of(source);
  } catch (const InvalidInput&) {
    throw InvalidInput({"predict.format", printable_path(source.path),
                        "the name does not tell the format: give one by --format: " + names_in_words(named_formats)});
  }
}

/// Of the model, and of the best answer that looks at no feature.
struct Judged {
  std::vector<double> model = {}, constant = {};
};

std::string metrics_text(const Loss& loss, const Judged& judged) {
  const std::vector<MetricKind> kinds = metrics_for(loss);
  ReportTable table{.columns = {"metric", "model", std::string(name_of_constant(kinds))}};
  const auto shown = [](double value) { return std::isfinite(value) ? fmt::format("{:.6g}", value) : "none"; };
  for (std::size_t k = 0; k < kinds.size(); ++k)
    table.add({std::string(kinds[k].title), shown(judged.model[k]), shown(judged.constant[k])});
  return table.text() + "\n  " + metrics_are_not_covered + "\n";
}

Judged judge(const FittedModel& model, const Dataset& data) {
  if (data.rows.labels.empty())
    throw InvalidInput({"FILE", "", "has no labels: --evaluate needs them"}, FaultKind::data);
  const Encoding encoding(model.schema);
  const TestRows rows{.rows = data.rows, .dropped = data.dropped, .label = encoding.label()->from_units()};
  return {.model = measure(model.loss, model.coefficients, rows), .constant = measure_constant(model.loss, rows)};
}

void describe_predict(Command& command) {
  command.takes_file("MODEL", "a model that `sotto run` wrote (model.json)");
  command.takes_file("FILE", "rows with the model's columns; label and node may be absent");
  command.takes_setting("--out", "predict.out", "write the predictions to this new CSV file, not to stdout",
                        Command::Names::new_file);
  command.takes_setting("--format", "predict.format", names_in_words(named_formats) + " (default: by the file's name)");
  command.takes_setting("--header", "predict.header",
                        "what a CSV file's first line is: " + names_in_words(all_of<CsvHeader>));
  command.takes_setting("--separator", "predict.separator", "of a CSV file: a comma, ; | or tab");
  command.takes_setting("--labels", "predict.labels", "of NPY and IDX: a file of labels beside FILE",
                        Command::Names::file);
  command.takes_switch("--evaluate", "judge the model by the file's labels; stdout then carries the metrics");
}

ExitCode predict(const Command& command) {
  const Request request = read_request(command, command.settings(command.flag_keys()));
  refuse_unknown_format(request.source);
  const FittedModel model = read_model(command.path("MODEL"));
  const bool evaluate = command.is_on("--evaluate");
  const Dataset data =
      read_dataset(request.source, evaluate ? model.schema : schema_for_prediction(model), ReadFor::predicting);
  const PredictedRows rows = predicted_rows(model, data);
  const Judged judged = evaluate ? judge(model, data) : Judged{};
  if (!command.quiet()) {
    if (!model.privacy.is_private()) remark("note", "the model is not private: " + model.privacy.why_not_private);
    // They follow from records: for the eyes that are there, not for a log.
    if (at_terminal()) remark_on(data.counts, {"the model's", "have no prediction"});
  }
  if (!request.out.empty()) write_new({.key = "predict.out", .path = request.out}, predictions_csv(model, rows));
  if (command.json())
    print(predictions_json({.model = model, .rows = rows, .written_to = request.out, .metrics = judged.model}));
  else if (evaluate)
    print(fitted(metrics_text(model.loss, judged)));
  else if (request.out.empty())
    print(predictions_csv(model, rows));
  else
    print(request.out + "\n");
  return ok;
}

}  // namespace

const Subcommand predict_command{"predict", "use a fitted model on the rows of a file", describe_predict, predict};

}  // namespace sotto::app
