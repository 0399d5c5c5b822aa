// SPDX-License-Identifier: MIT
// Where a model comes from and what was promised, as JSON.
#include "sotto/data/model/model_parts.hpp"
#include "sotto/input/number_text.hpp"

namespace sotto {
namespace {

std::optional<std::uint64_t> seed_in(const JsonPart& part) {
  const std::string text = part.text();
  const auto seed = number_of_text<std::uint64_t>(text);
  if (!seed && !text.empty()) part.refuse("must be a whole number below 2^64, in quotes");
  return seed;
}

}  // namespace

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

}  // namespace sotto
