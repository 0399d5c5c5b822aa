// SPDX-License-Identifier: MIT
#include "system/schema_rules.hpp"

#include <algorithm>
#include <regex>
#include <set>

namespace sotto::test {
namespace {

using Broken = std::vector<std::string>;

bool has_type(const Json& value, const std::string& type) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.is_string();
  if (type == "boolean") return value.is_boolean();
  if (type == "null") return value.is_null();
  if (type == "integer") return value.is_number_integer();
  return type == "number" && value.is_number();
}

class Check {
 public:
  explicit Check(const Json& root) : root_(root) {}

  Broken rules(const Json& schema, const Json& value, const std::string& at) const {
    if (schema.contains("$ref")) return rules(root_.at(Json::json_pointer(text(schema, "$ref").substr(1))), value, at);
    Broken found;
    refuse_unknown_rules(schema, at, found);
    check_value(schema, value, at, found);
    if (value.is_object()) check_object(schema, value, at, found);
    if (value.is_array()) check_array(schema, value, at, found);
    if (!schema.contains("anyOf")) return found;
    const auto fits = [&](const Json& one) { return rules(one, value, at).empty(); };
    if (std::none_of(schema["anyOf"].begin(), schema["anyOf"].end(), fits))
      found.push_back(at + ": fits none of anyOf");
    return found;
  }

 private:
  static std::string text(const Json& schema, const char* key) { return schema.at(key).get<std::string>(); }

  static void refuse_unknown_rules(const Json& schema, const std::string& at, Broken& found) {
    static const std::set<std::string> known{"$schema",
                                             "title",
                                             "description",
                                             "default",
                                             "definitions",
                                             "type",
                                             "enum",
                                             "const",
                                             "anyOf",
                                             "properties",
                                             "patternProperties",
                                             "required",
                                             "items",
                                             "minItems",
                                             "maxItems",
                                             "minimum",
                                             "additionalProperties",
                                             "maximum",
                                             "pattern",
                                             "exclusiveMinimum",
                                             "exclusiveMaximum"};
    for (const auto& [key, rule] : schema.items())
      if (!known.contains(key)) found.push_back(at + ": the rule " + key + " is not known");
  }

  static void check_value(const Json& schema, const Json& value, const std::string& at, Broken& found) {
    const auto broken = [&](const std::string& what) {
      found.push_back(at + ": " + what + ", and is " + value.dump());
    };
    if (schema.contains("const") && value != schema["const"]) broken("must be " + schema["const"].dump());
    if (schema.contains("enum") && std::count(schema["enum"].begin(), schema["enum"].end(), value) == 0)
      broken("must be one of " + schema["enum"].dump());
    if (schema.contains("type")) {
      const Json types = schema["type"].is_array() ? schema["type"] : Json::array({schema["type"]});
      if (std::none_of(types.begin(), types.end(), [&](const Json& type) { return has_type(value, type); }))
        broken("must be " + types.dump());
    }
    if (schema.contains("pattern") && value.is_string() &&
        !std::regex_search(value.get<std::string>(), std::regex(text(schema, "pattern"))))
      broken("must look like " + text(schema, "pattern"));
    if (!value.is_number()) return;
    if (schema.contains("minimum") && value < schema["minimum"]) broken("lies below its minimum");
    if (schema.contains("maximum") && value > schema["maximum"]) broken("lies above its maximum");
    if (schema.contains("exclusiveMinimum") && value <= schema["exclusiveMinimum"]) broken("is not above its minimum");
    if (schema.contains("exclusiveMaximum") && value >= schema["exclusiveMaximum"]) broken("is not below its maximum");
  }

  void check_object(const Json& schema, const Json& value, const std::string& at, Broken& found) const {
    for (const Json& key : schema.value("required", Json::array()))
      if (!value.contains(key.get<std::string>())) found.push_back(at + ": lacks " + key.get<std::string>());
    for (const auto& [key, inner] : value.items())
      for (std::string& broken : rules_of_member(schema, key, inner, at + "/" + key))
        found.push_back(std::move(broken));
  }

  Broken rules_of_member(const Json& schema, const std::string& key, const Json& inner, const std::string& at) const {
    if (schema.contains("properties") && schema["properties"].contains(key))
      return rules(schema["properties"][key], inner, at);
    const Json patterns = schema.value("patternProperties", Json::object());
    for (const auto& [pattern, rule] : patterns.items())
      if (std::regex_search(key, std::regex(pattern))) return rules(rule, inner, at);
    const Json others = schema.value("additionalProperties", Json(true));
    if (others.is_boolean()) return others ? Broken{} : Broken{at + ": is not known"};
    return rules(others, inner, at);
  }

  void check_array(const Json& schema, const Json& value, const std::string& at, Broken& found) const {
    if (value.size() < schema.value("minItems", std::size_t{0}) ||
        value.size() > schema.value("maxItems", value.size()))
      found.push_back(at + ": has " + std::to_string(value.size()) + " items");
    for (std::size_t k = 0; schema.contains("items") && k < value.size(); ++k)
      for (std::string& broken : rules(schema["items"], value[k], at + "/" + std::to_string(k)))
        found.push_back(std::move(broken));
  }

  const Json& root_;
};

}  // namespace

std::vector<std::string> broken_rules(const Json& schema, const Json& value) {
  return Check(schema).rules(schema, value, "");
}

}  // namespace sotto::test
