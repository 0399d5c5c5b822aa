// SPDX-License-Identifier: MIT
// How JSON is written, and read back: documents, observations, provenance, faults. Sources alone include this, since
// the library's header compiles slowly.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "sotto/files/opened_file.hpp"
#include "sotto/input/invalid_input.hpp"
#include "sotto/input/printable.hpp"
#include "sotto/report/document/provenance.hpp"
#include "sotto/simulation/observation/observation.hpp"

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

inline Json json_of(const Observation& seen) {
  const auto optional = [](const std::optional<double>& value) { return value ? number(*value) : Json(nullptr); };
  return {{"series", seen.series},     {"x", seen.x},
          {"metric", seen.metric},     {"trials", seen.trials},
          {"mean", number(seen.mean)}, {"standard_error", optional(seen.standard_error)},
          {"q10", optional(seen.q10)}, {"median", optional(seen.median)},
          {"q90", optional(seen.q90)}};
}

/// Throws what the library throws where a part is missing or of another type, a count that is none included.
inline Observation observation_in(const Json& json) {
  const auto optional = [&](const char* key) {
    return json.at(key).is_null() ? std::nullopt : std::optional(json.at(key).get<double>());
  };
  return {.series = json.at("series"),
          .x = json.at("x"),
          .metric = json.at("metric"),
          .trials = json.at("trials").get_ref<const Json::number_unsigned_t&>(),
          .mean = json.at("mean"),
          .standard_error = optional("standard_error"),
          .q10 = optional("q10"),
          .median = optional("median"),
          .q90 = optional("q90")};
}

/// What a folder says of itself beside who made it.
struct ProvenanceFacts {
  std::string notice;
  Json facts;  ///< seed, what was run, and how far
  bool is_private = false;
};

/// sotto.manifest/1 of these files, added to them.
void add_provenance(Files& files, const RunIdentity& made_by, const ProvenanceFacts& about);

/// sotto.error/1: how the program answers when it refuses.
std::string error_json(const std::vector<Fault>& faults, int exit_code);

}  // namespace sotto
