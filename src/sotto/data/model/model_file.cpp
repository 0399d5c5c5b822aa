// SPDX-License-Identifier: MIT
// A model as a file, sotto.model/1.
#include "sotto/data/dataset/encoding.hpp"
#include "sotto/data/model/fitted_model.hpp"
#include "sotto/data/model/model_parts.hpp"
#include "sotto/files/opened_file.hpp"
#include "sotto/input/printable.hpp"

namespace sotto {
namespace {

constexpr const char* model_schema = "sotto.model/1";
constexpr std::size_t largest_model = std::size_t{128} << 20;

/// Objects spread over lines down to `depth`; lists of objects have one on each line; all else stands on one.
std::string in_lines(const Json& value, int depth, const std::string& margin = "") {
  const bool is_list_of_objects = value.is_array() && !value.empty() && value.front().is_object();
  if (value.empty() || !((value.is_object() && depth > 0) || is_list_of_objects)) return value.dump();
  const std::string inner = margin + "  ";
  std::string out;
  for (const auto& [key, part] : value.items()) {
    out += (out.empty() ? "\n" : ",\n") + inner;
    out += value.is_object() ? Json(key).dump() + ": " + in_lines(part, depth - 1, inner) : part.dump();
  }
  return (value.is_object() ? "{" : "[") + out + "\n" + margin + (value.is_object() ? "}" : "]");
}

/// A schema's faults name a configuration's keys; this file has the same under "data".
void name_as_in_a_model(Fault& fault) {
  const std::string configured = "data.row_norm", here = "data.norm";
  for (std::string* text : {&fault.field, &fault.rule})
    if (const std::size_t at = text->find(configured); at != std::string::npos)
      text->replace(at, configured.size(), here);
  if (fault.field == "column") fault.field = "data.columns";
  if (fault.field.starts_with("column ")) fault.field.replace(0, 7, "data.columns.");
}

/// Faults of another kind and place become faults of this file.
template <class Part>
void as_faults_of(const std::string& place, Faults& faults, const Part& part) {
  try {
    part();
  } catch (const InvalidInput& refused) {
    for (Fault fault : refused.faults()) {
      fault.place = place;
      fault.value = "";
      name_as_in_a_model(fault);
      if (!faults.full()) faults.add(std::move(fault));
    }
  }
}

/// Not even the keys of another document are looked at.
bool is_model(const JsonPart& document) {
  const auto schema = document.value().is_object() ? document.required("schema") : std::nullopt;
  if (!schema || schema->value() != model_schema) {
    document.refuse(std::string("must be an object with \"schema\": \"") + model_schema + "\"");
    return false;
  }
  document.is_object_of({"schema", "private", "why_not_private", "certificate", "made_by", "loss", "data", "meaning",
                         "row_norm", "margins", "constant", "coefficients"});
  if (const auto meaning = document.at("meaning")) meaning->text();
  return true;
}

}  // namespace

std::string model_json(const FittedModel& model) {
  check(model);
  Json document{{"schema", model_schema}};
  document.update(privacy_value(model.privacy));
  document["made_by"] = origin_value(model.origin);
  document["loss"] = loss_value(model.loss);
  document["data"] = schema_value(model.schema);
  document.update(coefficient_values(model));
  try {
    return in_lines(document, 2) + "\n";
  } catch (const Json::type_error&) {  // a word for missing values, say
    throw InvalidInput({"model", "", "all texts of a model must be UTF-8"});
  }
}

FittedModel model_in(const std::string& text, const std::string& place) {
  const Json json = parsed_document(text, place);
  Faults faults;
  const JsonPart document(json, "", faults, place);
  FittedModel model{.loss = LogisticLoss{}, .schema = {}, .coefficients = {}, .privacy = {}};
  if (is_model(document)) {
    model.privacy = privacy_in(document);
    if (const auto origin = document.at("made_by")) model.origin = origin_in(*origin);
    if (const auto loss = document.required("loss")) model.loss = loss_in(*loss);
    if (const auto data = document.required("data")) model.schema = schema_in(*data);
  }
  faults.throw_if_any(FaultKind::data);
  as_faults_of(place, faults, [&] {
    check(model.loss);
    check(model.schema);
    model.coefficients = coefficients_in(document, model.loss, model.schema);
    if (faults.empty()) check(model);
    if (faults.empty()) check_what_follows(document, model);
  });
  faults.throw_if_any(FaultKind::data);
  return model;
}

FittedModel read_model(const std::string& path) {
  return model_in(read_whole_file({.field = "model", .path = path}, largest_model), printable(path));
}

}  // namespace sotto
