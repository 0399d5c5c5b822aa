// SPDX-License-Identifier: MIT
// How JSON is written, and read back. Sources alone include this: the library's header compiles slowly.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "sotto/files/opened_file.hpp"
#include "sotto/input/invalid_input.hpp"
#include "sotto/input/printable.hpp"

namespace sotto {

using Json = nlohmann::ordered_json;

/// The library would print NaN as null without a word; a number that is not one is a fault here (InvalidInput).
Json number(double value);

/// Nothing, and infinity, which says that there is no such number: null.
Json number_or_null(const std::optional<double>& value);

/// What `json_of` makes of each of these.
template <class Values, class JsonOf>
Json array_of(const Values& values, const JsonOf& json_of) {
  Json all = Json::array();
  for (const auto& value : values) all.push_back(json_of(value));
  return all;
}

/// One document, ending with a line end; bytes that are not UTF-8 (in a user's file name) are replaced.
std::string dump(const Json& json);
/// The same in one line, without its end.
std::string dump_line(const Json& json);

/// A document from outside: throws what the library throws, also for one that is nested too deep to be freed safely.
Json parsed(const std::string& text);

/// What `read` makes of a document that lies in this file. Refuses (data) one that it can make nothing of.
/// What the library says quotes the file, and is not repeated; std::out_of_range is ours, and holds our own words.
template <class Read>
auto read_document(const NamedFile& file, const std::string& text, const std::string& schema, const Read& read) {
  try {
    const Json json = parsed(text);
    if (json.is_object() && json.contains("schema") && json.at("schema") == schema) return read(json);
  } catch (const Json::parse_error& problem) {
    throw InvalidInput({file.field, "", "is damaged: it is no JSON" + looks_like(text, "JSON"),
                        place_of_byte(file.path, text, problem.byte == 0 ? 0 : problem.byte - 1)},
                       FaultKind::data);
  } catch (const std::out_of_range& problem) {
    refuse_file(file, std::string("is damaged: ") + problem.what());
  } catch (const Json::exception&) {
  }
  refuse_file(file, "is damaged: it is no document of " + schema);
}

}  // namespace sotto
