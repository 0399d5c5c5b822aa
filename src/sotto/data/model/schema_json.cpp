// SPDX-License-Identifier: MIT
// A schema as JSON, there and back. A column leaves out what has its default, and what an ignored one declares.
#include "sotto/data/model/model_parts.hpp"

namespace sotto {
namespace {

Json missing_value(const MissingRule& rule) {
  Json value{{"action", name_of(rule.action)}};
  if (!rule.substitute.empty()) value["substitute"] = rule.substitute;
  return value;
}

MissingRule missing_in(const JsonPart& part) {
  MissingRule rule;
  if (!part.is_object_of({"action", "substitute"})) return rule;
  if (const auto action = part.required("action")) rule.action = action->choice<MissingAction>();
  if (const auto substitute = part.at("substitute")) rule.substitute = substitute->word();
  return rule;
}

Json column_value(const Column& column) {
  Json value{{"name", column.name}, {"role", name_of(column.role)}, {"type", name_of(column.type)}};
  if (column.repeat != 1) value["repeat"] = column.repeat;
  if (column.role == ColumnRole::ignore) return value;
  if (column.range) value["range"] = {column.range->lowest, column.range->highest};
  if (column.type == ColumnType::number || column.scaling != Scaling::symmetric)
    value["scaling"] = name_of(column.scaling);
  if (!column.levels.empty()) value["levels"] = column.levels;
  if (column.classes) value["classes"] = true;
  if (column.missing) value["missing"] = missing_value(*column.missing);
  if (column.unknown) value["unknown"] = name_of(*column.unknown);
  if (column.missing_words) value["missing_words"] = *column.missing_words;
  return value;
}

std::optional<PublicRange> range_in(const JsonPart& part) {
  const std::vector<JsonPart> ends = part.items();
  if (ends.size() == 2) return PublicRange{ends[0].number(), ends[1].number()};
  part.refuse("must be [lowest, highest]");
  return {};
}

Column column_in(const JsonPart& part) {
  Column column;
  if (!part.is_object_of({"name", "role", "type", "repeat", "range", "scaling", "levels", "classes", "missing",
                          "unknown", "missing_words"}))
    return column;
  if (const auto name = part.required("name")) column.name = name->word();
  if (const auto role = part.at("role")) column.role = role->choice<ColumnRole>();
  if (const auto type = part.at("type")) column.type = type->choice<ColumnType>();
  if (const auto repeat = part.at("repeat")) column.repeat = static_cast<std::uint32_t>(repeat->whole(UINT32_MAX));
  if (const auto range = part.at("range")) column.range = range_in(*range);
  if (const auto scaling = part.at("scaling")) column.scaling = scaling->choice<Scaling>();
  if (const auto levels = part.at("levels")) column.levels = levels->words();
  if (const auto classes = part.at("classes")) column.classes = classes->flag();
  if (const auto missing = part.at("missing")) column.missing = missing_in(*missing);
  if (const auto unknown = part.at("unknown")) column.unknown = unknown->choice<UnknownLevel>();
  if (const auto words = part.at("missing_words")) column.missing_words = words->words();
  return column;
}

}  // namespace

Json schema_value(const Schema& schema) {
  Json columns = Json::array();
  for (const Column& column : schema.columns) columns.push_back(column_value(column));
  return {{"intercept", schema.intercept},
          {"norm", schema.norm ? Json(*schema.norm) : Json(nullptr)},
          {"missing", missing_value(schema.missing)},
          {"unknown", name_of(schema.unknown)},
          {"missing_words", schema.missing_words},
          {"sparse", schema.sparse},
          {"columns", columns}};
}

Schema schema_in(const JsonPart& part) {
  Schema schema;
  if (!part.is_object_of({"intercept", "norm", "missing", "unknown", "missing_words", "sparse", "columns"}))
    return schema;
  if (const auto intercept = part.required("intercept")) schema.intercept = intercept->flag();
  if (const auto norm = part.at("norm")) schema.norm = norm->number();
  if (const auto missing = part.at("missing")) schema.missing = missing_in(*missing);
  if (const auto unknown = part.at("unknown")) schema.unknown = unknown->choice<UnknownLevel>();
  if (const auto words = part.at("missing_words")) schema.missing_words = words->words();
  if (const auto sparse = part.at("sparse")) schema.sparse = sparse->flag();
  if (const auto columns = part.required("columns"))
    for (const JsonPart& column : columns->items()) schema.columns.push_back(column_in(column));
  return schema;
}

}  // namespace sotto
