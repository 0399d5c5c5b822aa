// SPDX-License-Identifier: MIT
#include "configuration_schema.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sotto/federation/manifest/manifest.hpp"
#include "sotto/report/document/json_values.hpp"
#include "sotto/simulation/comparison/configuration.hpp"
#include "sweep_schema.hpp"

namespace sotto::app {
namespace {

using Kind = DocumentedSection::Kind;

Json schema_of_number(const RealRule& rule) {
  Json schema{{"type", "number"}};
  if (std::isfinite(rule.ends.least)) schema[rule.least_belongs ? "minimum" : "exclusiveMinimum"] = rule.ends.least;
  if (std::isfinite(rule.ends.most)) schema[rule.most_belongs ? "maximum" : "exclusiveMaximum"] = rule.ends.most;
  return schema;
}

/// Without the words that may stand in the place of a number.
Json schema_of_type(const ValueRule& rule) {
  switch (rule.type) {
    case ValueType::words:
      return {{"enum", rule.words}};
    case ValueType::boolean:
      return {{"type", "boolean"}};
    case ValueType::whole:
      return {{"type", "integer"}, {"minimum", rule.range.least}, {"maximum", rule.range.most}};
    case ValueType::number:
      return schema_of_number(*rule.real);
    case ValueType::seed:
      return {{"anyOf", {{{"type", "integer"}, {"minimum", 0}}, {{"type", "string"}, {"pattern", "^[0-9]{1,20}$"}}}}};
    case ValueType::text:
      return rule.or_number ? Json{{"type", {"string", "number"}}} : Json{{"type", "string"}};
    case ValueType::two_numbers:
      return {{"type", "array"}, {"items", {{"type", "number"}}}, {"minItems", 2}, {"maxItems", 2}};
    case ValueType::texts:
      return {{"type", "array"}, {"items", {{"type", {"string", "number", "boolean"}}}}};
  }
  return {};
}

std::string in_one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

Json schema_of(const DocumentedKey& key) {
  const bool words_beside = !key.rule.words.empty() && key.rule.type != ValueType::words;
  Json schema = schema_of_type(key.rule);
  if (words_beside) schema = Json{{"anyOf", {schema, {{"enum", key.rule.words}}}}};
  if (!key.says.empty()) schema["description"] = in_one_line(key.says);
  if (!key.usual.empty() && key.usually.empty()) schema["default"] = Json::parse(key.usual);
  return schema;
}

Json schema_of(const DocumentedSection& section) {
  Json schema{{"type", "object"}};
  if (!section.says.empty()) schema["description"] = section.says;
  schema["additionalProperties"] = false;
  for (const DocumentedKey& key : section.keys) {
    if (key.key.empty()) continue;
    schema["properties"][key.key] = schema_of(key);
    if (key.required && section.kind == Kind::list) schema["required"].push_back(key.key);
  }
  if (section.kind == Kind::list) return {{"type", "array"}, {"items", schema}};
  if (section.kind == Kind::of_node)
    return {{"type", "object"}, {"patternProperties", {{"^[0-9]+$", schema}}}, {"additionalProperties", false}};
  return schema;
}

std::string in_code(const std::string& text) {
  return "`" + text + "`";
}

std::string joined_words(const std::vector<std::string>& words) {
  std::string all;
  for (const std::string& word : words) all += (all.empty() ? "" : ", ") + in_code('"' + word + '"');
  return all;
}

std::string type_text(const ValueRule& rule) {
  switch (rule.type) {
    case ValueType::words:
      return joined_words(rule.words);
    case ValueType::boolean:
      return "true or false";
    case ValueType::whole:
      return rule.range.text();
    case ValueType::number:
      return rule.real->text;
    case ValueType::seed:
      return "a whole number between 0 and 2^64 - 1";
    case ValueType::text:
      return rule.or_number ? "a text or a number" : "a text";
    case ValueType::two_numbers:
      return "two numbers that rise";
    case ValueType::texts:
      return "a list of texts";
  }
  return "";
}

/// A bar would end a cell.
std::string cell(const std::string& text) {
  std::string out;
  for (const char c : in_one_line(text)) out += c == '|' ? "\\|" : std::string(1, c);
  return out;
}

std::string row_of(const DocumentedKey& key) {
  std::string type = type_text(key.rule);
  if (!key.rule.words.empty() && key.rule.type != ValueType::words) type += ", or " + joined_words(key.rule.words);
  std::string usual = key.usual.empty() ? (key.required ? "required" : "none") : in_code(key.usual);
  if (!key.usually.empty()) usual = key.usually;
  return fmt::format("| {} | {} | {} | {} |\n", in_code(key.key), cell(type), cell(usual), cell(key.says));
}

std::string heading_of(const DocumentedSection& section) {
  if (section.kind == Kind::list) return "[[" + section.name + "]]";
  return section.kind == Kind::of_node ? "[" + section.name + ".N]" : "[" + section.name + "]";
}

constexpr std::pair<const char*, const char*> party_keys[] = {{"name", "the site's name, as in its identity"},
                                                              {"address", "host:port, where it is reached"},
                                                              {"public_key", "what `sotto id show` prints"},
                                                              {"dataset", "the budget in the site's ledger that pays"}};

Json federation_schema() {
  Json purposes = Json::array();
  for (const Purpose purpose : all_of<Purpose>) purposes.push_back(name_of(purpose));
  return {{"type", "object"},
          {"additionalProperties", false},
          {"properties",
           {{"purpose", {{"enum", purposes}, {"default", name_of(Purpose::real)}}},
            {"round_period",
             {{"type", "number"}, {"minimum", 0.001}, {"maximum", 60}, {"description", "seconds between rounds"}}}}}};
}

}  // namespace

std::string configuration_schema() {
  Json schema{{"$schema", "http://json-schema.org/draft-07/schema#"},
              {"title", "sotto configuration"},
              {"description", "What `sotto run`, `plan`, `audit` and `graph` read. Epsilon and delta have no default."},
              {"type", "object"},
              {"additionalProperties", false}};
  for (const DocumentedSection& section : configuration_documents())
    schema["properties"][section.name] = schema_of(section);
  schema["properties"]["sweep"] = sweep_schema();
  return dump(schema);
}

std::string manifest_file_schema() {
  Json schema{{"$schema", "http://json-schema.org/draft-07/schema#"},
              {"title", "sotto manifest"},
              {"description", "What all parties of a federation agree on and sign (TOML): docs/deployment.md."},
              {"type", "object"},
              {"additionalProperties", false}};
  for (DocumentedSection section : configuration_documents()) {
    const std::string table = section.kind == Kind::of_node ? section.name + ".0." : section.name + ".";
    std::erase_if(section.keys, [&](const DocumentedKey& key) { return !belongs_in_manifest(table + key.key); });
    if (section.keys.empty()) continue;
    schema["properties"][section.name] = schema_of(section);
  }
  schema["properties"]["federation"] = federation_schema();
  Json& party = schema["properties"]["node"]["patternProperties"]["^[0-9]+$"];
  for (const auto& [key, says] : party_keys) {
    party["properties"][key] = {{"type", "string"}, {"description", says}};
    party["required"].push_back(key);
  }
  return dump(schema);
}

std::string configuration_reference() {
  std::string page =
      "# Configuration\n\n"
      "Every key of a configuration. `sotto schema configuration --markdown` prints this page, and `sotto schema\n"
      "configuration` the same as a JSON schema, by which editors complete and check a file. `sotto init` prints a\n"
      "commented file. A relative path in a file is relative to the folder of that file. Tables `[sweep]` are in\n"
      "[sweeps.md](sweeps.md).\n";
  for (const DocumentedSection& section : configuration_documents()) {
    page += "\n## " + heading_of(section) + "\n\n";
    if (!section.says.empty()) page += cell(section.says) + "\n\n";
    page += "| key | type | default | meaning |\n|---|---|---|---|\n";
    for (const DocumentedKey& key : section.keys)
      if (!key.key.empty()) page += row_of(key);
  }
  return page;
}

}  // namespace sotto::app
