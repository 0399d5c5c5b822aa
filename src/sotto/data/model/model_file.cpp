// SPDX-License-Identifier: MIT
// A model as a file, sotto.model/1.
#include "sotto/data/dataset/encoding.hpp"
#include "sotto/data/model/fitted_model.hpp"
#include "sotto/data/model/model_parts.hpp"
#include "sotto/files/opened_file.hpp"
#include "sotto/input/number_text.hpp"
#include "sotto/input/printable.hpp"

namespace sotto {
namespace {

std::optional<std::uint64_t> seed_in(const JsonPart& part) {
  const std::string text = part.text();
  const auto seed = number_of_text<std::uint64_t>(text);
  if (!seed && !text.empty()) part.refuse("must be a whole number below 2^64, in quotes");
  return seed;
}

/// Top-level keys of a model: private, and certificate or why_not_private.
Json privacy_value(const ModelPrivacy& privacy) {
  if (!privacy.is_private()) return {{"private", false}, {"why_not_private", privacy.why_not_private}};
  Json certificate = parsed_document(privacy.certificate, "certificate");
  if (!certificate.is_object()) throw InvalidInput({"certificate", "", "must be an object"});
  return {{"private", true}, {"certificate", std::move(certificate)}};
}

ModelPrivacy privacy_in(const JsonPart& model) {
  ModelPrivacy privacy;
  const auto said = model.required("private");
  if (!said) return privacy;
  const bool is_private = said->flag();
  const auto unwanted = model.at(is_private ? "why_not_private" : "certificate");
  if (unwanted)
    unwanted->refuse(is_private ? "a private model needs no excuse" : "\"private\" is false: there is none");
  const auto given = model.required(is_private ? "certificate" : "why_not_private");
  if (!given) return privacy;
  if (!is_private)
    privacy.why_not_private = given->text();
  else if (given->value().is_object())
    privacy.certificate = given->value().dump();
  else
    given->refuse("must be an object");
  return privacy;
}

Json origin_value(const ModelOrigin& origin) {
  Json value = Json::object();
  if (!origin.version.empty()) value["version"] = origin.version;
  if (!origin.commit.empty()) value["commit"] = origin.commit;
  if (!origin.digest.empty()) value["digest"] = origin.digest;
  if (origin.seed) value["seed"] = std::to_string(*origin.seed);  // beyond 2^53 readers of JSON would round it
  return value;
}

ModelOrigin origin_in(const JsonPart& part) {
  ModelOrigin origin;
  if (!part.is_object_of({"version", "commit", "digest", "seed"})) return origin;
  if (const auto version = part.at("version")) origin.version = version->text();
  if (const auto commit = part.at("commit")) origin.commit = commit->text();
  if (const auto digest = part.at("digest")) origin.digest = digest->text();
  if (const auto seed = part.at("seed")) origin.seed = seed_in(*seed);
  return origin;
}

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
  return model_in(read_whole_file({.field = "model", .path = path}, largest_model), printable_path(path));
}

}  // namespace sotto
