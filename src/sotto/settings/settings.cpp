// SPDX-License-Identifier: MIT
#include "sotto/settings/settings.hpp"

#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

#include "sotto/input/invalid_input.hpp"
#include "sotto/input/printable.hpp"
#include "sotto/settings/conversion.hpp"
#include "sotto/settings/key_name.hpp"
#include "sotto/settings/toml_file.hpp"

namespace sotto {
namespace {

const Settings::Given* find_in(const std::map<std::string, Settings::Given>& given, const std::string& key) {
  const auto found = given.find(key);
  return found == given.end() ? nullptr : &found->second;
}

/// The keys that name files.
bool names_a_file(std::string_view key) {
  return key.ends_with(".file") || key.ends_with("_file") || key == "audit.records" || key == "audit.neighbour";
}

void make_absolute(Setting& setting, const std::filesystem::path& folder) {
  auto* path = std::get_if<std::string>(&setting.value);
  std::error_code ignored;
  if (path != nullptr && !path->empty())
    *path = std::filesystem::absolute(folder / *path, ignored).lexically_normal().string();
}

}  // namespace

void Settings::add_entries(TomlFile&& file) {
  for (TomlEntry& entry : file.entries) {
    if (entry.is_table)
      tables_[entry.key] = {std::move(entry.setting), {Rank::file, count_++}};
    else
      add(Rank::file, entry.key, std::move(entry.setting));
  }
  sweep_ = std::move(file.sweep);
  if (sweep_)
    for (SweepEntry& entry : *sweep_)
      if (names_a_file("." + entry.path.back()))
        for (Setting& value : entry.values) make_absolute(value, folder_);
  columns_ = std::move(file.columns);
}

void Settings::add_file(const std::string& path) {
  folder_ = std::filesystem::path(path).parent_path().string();
  add_entries(read_toml_file(path));
}

void Settings::add_file_text(const std::string& name, const std::string& text) {
  add_entries(read_toml_text(name, text));
}

void Settings::add_as_of_file(const std::string& key, const Setting& setting) {
  add(Rank::file, key, setting);
}

void Settings::add_environment(const std::vector<std::string>& known_keys) {
  for (const std::string& key : known_keys) {
    const std::string variable = environment_name(key);
    if (const char* text = std::getenv(variable.c_str())) add_text(Rank::environment, key, variable, text);
  }
}

void Settings::add_assignment(const std::string& text) {
  const std::size_t equals = text.find('=');
  const std::string key = text.substr(0, equals);
  if (equals == std::string::npos || !is_dotted_key(key))
    throw InvalidInput(Fault{"--set", shown(text), "must be key=value, such as graph.nodes=16", "--set"});
  add_text(Rank::set, key, "--set", text.substr(equals + 1));
}

void Settings::add_flag(const std::string& key, const std::string& flag, const std::string& text) {
  add_text(Rank::flag, key, flag, text);
}

const Settings::Given* Settings::find(const std::string& key) const {
  return find_in(values_, key);
}

const Settings::Given* Settings::find_table(const std::string& name) const {
  return find_in(tables_, name);
}

void Settings::add_text(Rank rank, const std::string& key, const std::string& place, const std::string& text) {
  add(rank, key, {typed_by_look(text), text, place});
}

void Settings::add(Rank rank, const std::string& key, Setting setting) {
  const Order order{rank, count_++};
  if (names_a_file(key)) make_absolute(setting, rank == Rank::file ? folder_ : "");
  const Given* present = find(key);
  if (present == nullptr || present->order < order) values_[key] = {std::move(setting), order};
}

std::string environment_name(const std::string& key) {
  std::string name = "SOTTO_";
  for (const char c : key) {
    if (c == '.' || c == '-')
      name += '_';
    else
      name += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  }
  return name;
}

}  // namespace sotto
