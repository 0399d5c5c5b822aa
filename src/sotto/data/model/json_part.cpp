// SPDX-License-Identifier: MIT
#include "sotto/data/model/json_part.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "sotto/files/opened_file.hpp"
#include "sotto/input/printable.hpp"

namespace sotto {
namespace {

constexpr int deepest_part = 32;

[[noreturn]] void refuse_document(const std::string& place, const std::string& rule) {
  throw InvalidInput({"model", "", rule, place}, FaultKind::data);
}

/// What the library says of a text quotes it; its place is enough.
[[noreturn]] void refuse_text(const std::string& place, const std::string& text, std::size_t byte) {
  refuse_document(place_of_byte(place, text, byte), "is no JSON" + looks_like(text, "JSON"));
}

}  // namespace

Json parsed_document(const std::string& text, const std::string& place) {
  if (!is_utf8(text)) refuse_document(place, "is no text in UTF-8" + looks_like(text, "JSON"));
  std::vector<std::set<std::string>> keys;
  try {
    return Json::parse(text, [&](int depth, Json::parse_event_t event, Json& parsed) {
      if (depth > deepest_part) refuse_document(place, "is nested too deep");
      if (event == Json::parse_event_t::object_start) keys.emplace_back();
      if (event == Json::parse_event_t::object_end) keys.pop_back();
      if (event == Json::parse_event_t::key && !keys.back().insert(parsed.get<std::string>()).second)
        refuse_document(place, "has a key twice in one object");
      return true;
    });
  } catch (const nlohmann::json::parse_error& problem) {
    refuse_text(place, text, problem.byte == 0 ? 0 : problem.byte - 1);
  } catch (const nlohmann::json::exception&) {  // a number beyond all doubles
    refuse_document(place, "is no JSON that can be read");
  }
}

bool JsonPart::is_object_of(const std::vector<std::string>& keys) const {
  if (!value_.is_object()) {
    refuse("must be an object");
    return false;
  }
  for (const auto& [key, value] : value_.items())
    if (std::find(keys.begin(), keys.end(), key) == keys.end() && !faults_.full())
      part(value, (path_.empty() ? "" : ".") + (is_name_like(key) ? key : "(a key)")).refuse("is not known");
  return true;
}

std::optional<JsonPart> JsonPart::at(const std::string& key) const {
  const auto found = value_.find(key);
  if (found == value_.end() || found->is_null()) return {};
  return part(*found, (path_.empty() ? "" : ".") + key);
}

std::optional<JsonPart> JsonPart::required(const std::string& key) const {
  std::optional<JsonPart> found = at(key);
  if (!found && !faults_.full()) faults_.add({path_ + (path_.empty() ? "" : ".") + key, "", "is missing", place_});
  return found;
}

std::vector<JsonPart> JsonPart::items() const {
  std::vector<JsonPart> found;
  if (!value_.is_array()) {
    refuse("must be a list");
    return found;
  }
  found.reserve(value_.size());
  for (const Json& item : value_) found.push_back(part(item, "[" + std::to_string(found.size()) + "]"));
  return found;
}

std::string JsonPart::text() const {
  if (value_.is_string() && is_plain(value_.get_ref<const std::string&>())) return value_.get<std::string>();
  refuse("must be a text on one line, without control characters");
  return {};
}

std::string JsonPart::word() const {
  if (value_.is_string()) return value_.get<std::string>();
  refuse("must be a text");
  return {};
}

double JsonPart::number() const {
  if (value_.is_number() && std::isfinite(value_.get<double>())) return value_.get<double>();
  refuse("must be a finite number");
  return 0;
}

bool JsonPart::flag() const {
  if (value_.is_boolean()) return value_.get<bool>();
  refuse("must be true or false");
  return false;
}

std::uint64_t JsonPart::whole(std::uint64_t most) const {
  if (value_.is_number_unsigned() && value_.get<std::uint64_t>() <= most) return value_.get<std::uint64_t>();
  refuse("must be a whole number, at most " + std::to_string(most));
  return 1;
}

std::vector<std::string> JsonPart::words() const {
  std::vector<std::string> found;
  for (const JsonPart& item : items()) found.push_back(item.word());
  return found;
}

std::vector<double> JsonPart::numbers() const {
  std::vector<double> found;
  for (const JsonPart& item : items()) found.push_back(item.number());
  return found;
}

void JsonPart::refuse(const std::string& rule) const {
  if (!faults_.full()) faults_.add({path_.empty() ? "model" : path_, "", rule, place_});
}

}  // namespace sotto
