// SPDX-License-Identifier: MIT
// The reader's faults: how each is recorded, which keys nobody asked for, and the one throw at the end.
#include <algorithm>
#include <cstdint>
#include <set>
#include <tuple>

#include "sotto/input/printable.hpp"
#include "sotto/settings/key_name.hpp"
#include "sotto/settings/reader.hpp"
#include "sotto/settings/suggestion.hpp"

namespace sotto {
namespace {

std::string first_part(const std::string& key) {
  return key.substr(0, key.find('.'));
}

/// The value of a setting is public, and said. What a file holds under a key that nobody knows is not; nor is the key,
/// unless it looks like one.
void keep_to_the_place(Fault& fault) {
  fault.value = "";
  if (!is_nameable(fault.field)) fault.field = "configuration file";
}

/// A known key inside the section `name`, if there is one.
const std::string* key_inside(const std::string& name, const std::vector<std::string>& known) {
  const auto found =
      std::find_if(known.begin(), known.end(), [&](const std::string& key) { return key.starts_with(name + "."); });
  return found == known.end() ? nullptr : &*found;
}

std::vector<std::string> sections_of(const std::vector<std::string>& known) {
  std::vector<std::string> sections;
  for (const std::string& key : known)
    if (const std::size_t dot = key.rfind('.'); dot != std::string::npos) sections.push_back(key.substr(0, dot));
  return sections;
}

std::string section_of_key(const std::string& key) {
  return key.substr(0, std::min(key.rfind('.'), key.size()));
}

/// Only a name without dots can be: nearest_name also looks at last parts of dotted ones.
bool is_near_section(const std::string& name, const std::vector<std::string>& sections) {
  const std::optional<std::string> near = nearest_name(name, sections);
  return near && name.find('.') == near->npos && near->find('.') == near->npos;
}

bool has_inside(const std::string& table, const std::map<std::string, Settings::Given>& given) {
  const auto next = given.lower_bound(table + ".");
  return next != given.end() && next->first.starts_with(table + ".");
}

/// Nothing known belongs in the table, and nothing in it says so already.
bool is_unknown_section(const std::string& table, const std::vector<std::string>& known, const Settings& settings) {
  return key_inside(table, known) == nullptr && !has_inside(table, settings.values()) &&
         !has_inside(table, settings.tables());
}

}  // namespace

void Reader::note_known(const std::string& key) {
  if (!is_known(key)) known_.push_back(key);
}

bool Reader::is_known(const std::string& key) const {
  return std::find(known_.begin(), known_.end(), key) != known_.end();
}

bool Reader::has(const std::string& key) const {
  return settings_.find(key) != nullptr;
}

void Reader::refuse(const std::string& key, const std::string& rule, const std::vector<std::string>& rests_on) {
  if (unreadable_.contains(key)) return;
  const Settings::Given* given = settings_.find(key);
  OrderedFault next{given == nullptr, {}, {key, "", rule}};
  if (given != nullptr) next = {false, given->order, {key, shown(given->setting.written), rule, given->setting.place}};
  next.rests_on = rests_on;
  if (next.absent) next.rests_on.push_back(key);
  const auto same = [&](const OrderedFault& other) { return other.fault.field == key && other.fault.rule == rule; };
  if (std::none_of(faults_.begin(), faults_.end(), same)) faults_.push_back(std::move(next));
}

void Reader::refuse(Fault fault) {
  faults_.push_back({false, {Settings::Rank::file, SIZE_MAX}, std::move(fault), true});
}

std::vector<std::string> Reader::refused_fields() const {
  std::vector<std::string> fields;
  for (const OrderedFault& each : faults_) fields.push_back(each.fault.field);
  return fields;
}

/// A table in which nothing is known, with a name like that of a section: one fault speaks for all its keys.
bool Reader::is_misspelt_section(const std::string& name) const {
  return settings_.find_table(name) != nullptr && key_inside(name, known_) == nullptr &&
         is_near_section(name, sections_of(known_));
}

/// Refused themselves, or what a misspelt key or section most likely stands for.
std::set<std::string> Reader::doubtful_keys() const {
  std::set<std::string> keys = unreadable_;
  for (const auto& [key, given] : settings_.values())
    if (const auto meant = is_known(key) ? std::nullopt : nearest_name(key, known_)) keys.insert(*meant);
  for (const auto& [name, given] : settings_.tables()) {
    if (!is_misspelt_section(name)) continue;
    const std::string meant = *nearest_name(name, sections_of(known_)) + ".";
    for (const std::string& key : known_)
      if (key.starts_with(meant)) keys.insert(key);
  }
  return keys;
}

/// A table of the key's name is not an absent key: finish() says what is wrong with it.
void Reader::require(const std::string& key, const std::string& rule) {
  if (!has(key) && settings_.find_table(key) == nullptr) refuse(key, "is required: " + rule);
}

std::vector<Reader::OrderedFault> Reader::unknown_keys() const {
  std::vector<OrderedFault> unknown;
  const auto add = [&](const std::string& key, const Settings::Given& given, const std::string& rule) {
    unknown.push_back({false, given.order, {key, shown(given.setting.written), rule, given.setting.place}});
  };
  const auto is_refused = [&](const std::string& key) {
    return std::any_of(faults_.begin(), faults_.end(), [&](const auto& other) { return other.fault.field == key; });
  };
  for (const auto& [key, given] : settings_.values()) {
    if (is_known(key) || is_refused(key) || is_misspelt_section(section_of_key(key))) continue;
    if (const std::string* inside = key_inside(key, known_))
      add(key, given, "is a section, not a key; its keys are written like " + *inside);
    else
      add(key, given, "unknown key" + did_you_mean(key, known_));
  }
  for (const auto& [name, given] : settings_.tables()) {
    if (is_known(name))
      add(name, given, "must be one value, not a table");
    else if (is_misspelt_section(name) || is_unknown_section(name, known_, settings_))
      add(name, given, "unknown section" + did_you_mean(name, sections_of(known_)));
  }
  return unknown;
}

/// TOML that sets nothing known is another file, whatever it is: one fault for all of it, and no word from it.
void Reader::refuse_another_file() const {
  std::set<std::string> sections;
  for (const std::string& key : known_) sections.insert(first_part(key));
  std::string place;
  for (const auto* all : {&settings_.tables(), &settings_.values()})
    for (const auto& [key, given] : *all) {
      if (given.order.rank != Settings::Rank::file) continue;
      if (sections.contains(first_part(key))) return;
      if (place.empty()) place = given.setting.place;
    }
  if (place.empty() || settings_.sweep() || !settings_.columns().empty()) return;
  std::string names;
  for (const std::string& section : sections) names += (names.empty() ? "" : ", ") + section;
  throw InvalidInput(
      {"configuration file", "", "is TOML, but another file: it has none of the sections " + names, place});
}

void Reader::finish() const {
  refuse_another_file();
  const std::set<std::string> doubtful = doubtful_keys();
  const auto rests_on_doubt = [&](const OrderedFault& fault) {
    return std::any_of(fault.rests_on.begin(), fault.rests_on.end(),
                       [&](const std::string& key) { return doubtful.contains(key); });
  };
  std::vector<OrderedFault> all = faults_;
  std::erase_if(all, rests_on_doubt);
  for (OrderedFault& fault : unknown_keys()) all.push_back(std::move(fault));
  for (OrderedFault& each : all)
    if (each.order.rank == Settings::Rank::file && !each.absent && !each.told_by_caller && !is_known(each.fault.field))
      keep_to_the_place(each.fault);
  std::stable_sort(all.begin(), all.end(), [](const OrderedFault& a, const OrderedFault& b) {
    return std::tie(a.absent, a.order) < std::tie(b.absent, b.order);
  });
  Faults faults;
  for (OrderedFault& ordered : all) faults.add(std::move(ordered.fault));
  faults.throw_if_any(FaultKind::configuration);
}

}  // namespace sotto
