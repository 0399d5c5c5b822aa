// SPDX-License-Identifier: MIT
// Parts that the JSON answers share. Seen by sources of this folder alone: the library's header compiles slowly.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "sotto/consensus/certificate.hpp"
#include "sotto/report/json_report.hpp"

namespace sotto {

using Json = nlohmann::ordered_json;

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

/// A certificate inside another document.
Json certificate_value(const Certificate& certificate);

Json identity_json(const RunIdentity& identity);
Json digests_json(const std::map<std::string, std::string>& digests);

}  // namespace sotto
