// SPDX-License-Identifier: MIT
// Visits the fields of a section and documents them: the section of the sample that `sotto init` prints. Fields become
// their defaults on the way, so that a default that depends on other keys is the one that they decide.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sotto/settings/conversion.hpp"
#include "sotto/settings/reader.hpp"

namespace sotto {

class FieldSample {
 public:
  /// `says` stands beside the header [table].
  explicit FieldSample(const std::string& table, const std::string& says = "");

  template <class Value, class All>
  void choice(const char* key, Value& value, const Value& usual, const All&, const FieldNotes& notes = {}) {
    value = usual;
    add(key, toml_string(std::string(name_of(value))), notes);
  }
  void real(const char* key, double& value, std::optional<double> usual, const RealRule&,
            const FieldNotes& notes = {}) {
    value = usual.value_or(0);
    add(key, toml_real(value), notes);
  }
  void optional_real(const char* key, std::optional<double>&, const RealRule&, const FieldNotes& notes = {}) {
    add(key, "", notes);
  }
  void optional_real_or_word(const char* key, std::optional<double>&, const char*, bool&, const RealRule&,
                             const FieldNotes& notes = {}) {
    add(key, "", notes);
  }
  template <class Integer>
  void whole(const char* key, Integer& value, std::int64_t usual, IntegerRange, const FieldNotes& notes = {}) {
    value = static_cast<Integer>(usual);
    add(key, std::to_string(value), notes);
  }
  template <class Integer>
  void optional_whole(const char* key, std::optional<Integer>&, IntegerRange, const FieldNotes& notes = {}) {
    add(key, "", notes);
  }
  template <class Integer>
  void whole_or(const char*, const char* key, Integer& value, IntegerRange range, const FieldNotes& notes = {}) {
    whole(key, value, 0, range, notes);
  }
  void whole_or_word(const char* key, const IntegerOrWord& value, IntegerRange, const std::vector<std::string>&,
                     const FieldNotes& notes = {}) {
    const auto* word = std::get_if<std::string>(&value);
    add(key, word == nullptr ? std::to_string(std::get<std::int64_t>(value)) : toml_string(*word), notes);
  }
  void seed(const char* key, std::uint64_t& value, std::uint64_t usual, const FieldNotes& notes = {}) {
    value = usual;
    add(key, std::to_string(value), notes);
  }
  void boolean(const char* key, bool& value, bool usual, const FieldNotes& notes = {}) {
    value = usual;
    add(key, value ? "true" : "false", notes);
  }
  void text(const char* key, std::string&, const FieldNotes& notes = {}) { add(key, "\"\"", notes); }
  template <class Value, class Read, class Write>
  void spelled(const char* key, const Value& value, const Read&, const Write& write, const FieldNotes& notes = {}) {
    add(key, toml_string(write(value)), notes);
  }
  template <class Value, class Read, class Write>
  void whole_or_spelled(const char* key, const Value& value, const Read& read, const Write& write,
                        const FieldNotes& notes = {}) {
    spelled(key, value, read, write, notes);
  }
  /// Lines of their own among the keys.
  void remark(const char* lines);

  std::string section() const;

 private:
  void add(const std::string& key, const std::string& usual, const FieldNotes& notes);

  std::vector<std::pair<std::string, std::string>> keys_;  ///< each with its lines; remarks have none
};

}  // namespace sotto
