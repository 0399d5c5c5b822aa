// SPDX-License-Identifier: MIT
// Visits the fields of a section and writes them as the lines of a TOML table that reads back the same.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sotto/settings/conversion.hpp"
#include "sotto/settings/reader.hpp"

namespace sotto {

class FieldWriter {
 public:
  template <class Value, class All>
  void choice(const char* key, const Value& value, const Value&, const All&, const FieldNotes& notes = {}) {
    add(key, toml_string(std::string(name_of(value))), notes);
  }
  void real(const char* key, double value, std::optional<double>, const RealRule&, const FieldNotes& notes = {}) {
    add(key, toml_real(value), notes);
  }
  void optional_real(const char* key, std::optional<double> value, const RealRule&, const FieldNotes& notes = {}) {
    if (value) add(key, toml_real(*value), notes);
  }
  void optional_real_or_word(const char* key, std::optional<double> value, const char* word, bool is_word,
                             const RealRule& rule, const FieldNotes& notes = {}) {
    is_word ? add(key, toml_string(word), notes) : optional_real(key, value, rule, notes);
  }
  template <class Integer>
  void whole(const char* key, Integer value, std::int64_t, IntegerRange, const FieldNotes& notes = {}) {
    add(key, std::to_string(value), notes);
  }
  template <class Integer>
  void optional_whole(const char* key, std::optional<Integer> value, IntegerRange, const FieldNotes& notes = {}) {
    if (value) add(key, std::to_string(*value), notes);
  }
  template <class Integer>
  void whole_or(const char*, const char* key, Integer value, IntegerRange, const FieldNotes& notes = {}) {
    add(key, std::to_string(value), notes);
  }
  void whole_or_word(const char* key, const IntegerOrWord& value, IntegerRange, const std::vector<std::string>&,
                     const FieldNotes& notes = {}) {
    const auto* word = std::get_if<std::string>(&value);
    add(key, word == nullptr ? std::to_string(std::get<std::int64_t>(value)) : toml_string(*word), notes);
  }
  /// As a text: TOML's own integers end at 2^63 - 1.
  void seed(const char* key, std::uint64_t value, std::uint64_t, const FieldNotes& notes = {}) {
    add(key, toml_string(std::to_string(value)), notes);
  }
  void boolean(const char* key, bool value, bool, const FieldNotes& notes = {}) {
    add(key, value ? "true" : "false", notes);
  }
  void text(const char* key, const std::string& value, const FieldNotes& notes = {}) {
    add(key, toml_string(value), notes);
  }
  template <class Value, class Read, class Write>
  void spelled(const char* key, const Value& value, const Read&, const Write& write, const FieldNotes& notes = {}) {
    add(key, toml_string(write(value)), notes);
  }
  template <class Value, class Read, class Write>
  void whole_or_spelled(const char* key, const Value& value, const Read& read, const Write& write,
                        const FieldNotes& notes = {}) {
    spelled(key, value, read, write, notes);
  }
  void remark(const char*) {}

  const std::string& lines() const { return lines_; }

 private:
  void add(const char* key, const std::string& value, const FieldNotes& notes) {
    if (notes.written) lines_ += std::string(key) + " = " + value + "\n";
  }

  std::string lines_;
};

}  // namespace sotto
