// SPDX-License-Identifier: MIT
// Parts that the JSON answers share. Seen by sources of this folder alone: the library's header compiles slowly.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "sotto/consensus/certificate.hpp"
#include "sotto/files/opened_file.hpp"
#include "sotto/input/printable.hpp"
#include "sotto/report/json_report.hpp"

namespace sotto {

using Json = nlohmann::ordered_json;

inline constexpr std::size_t largest_document = std::size_t{1} << 30;

/// The library would print NaN as null without a word; a number that is not one is a fault here (InvalidInput).
Json number(double value);

/// Nothing, and infinity, which says that there is no such number: null.
Json number_or_null(const std::optional<double>& value);

/// Mean and standard error. That of one trial is unknown: null, not zero; and so is all of what was never measured.
Json statistic(const RunningStatistic& s);

/// One document, ending with a line end; bytes that are not UTF-8 (in a user's file name) are replaced.
std::string dump(const Json& json);

/// A document from outside: throws what the library throws, also for one that is nested too deep to be freed safely.
Json parsed(const std::string& text);

/// What `read` makes of the document in a file of a folder of results. Refuses (data) one that it can make nothing of.
/// What the library says quotes the file, and is not repeated; std::out_of_range is ours, and holds our own words.
template <class Read>
auto read_document(const NamedFile& file, const std::string& schema, const Read& read) {
  const std::string text = read_whole_file(file, largest_document, Links::refused);
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

/// A certificate inside another document.
Json certificate_value(const Certificate& certificate);

Json identity_json(const RunIdentity& identity);
Json digests_json(const std::map<std::string, std::string>& digests);

}  // namespace sotto
