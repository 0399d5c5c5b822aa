// SPDX-License-Identifier: MIT
// Visits the fields of a section and reads each through a Reader, which collects the faults.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "sotto/settings/reader.hpp"

namespace sotto {

/// The value whose name was given, among all values of a closed set.
template <class Value, std::size_t size>
Value named(Reader& reader, const std::string& key, Value usual, const std::array<Value, size>& all) {
  std::vector<std::string> names;
  for (const Value value : all) names.emplace_back(name_of(value));
  const std::string name = reader.choice_or(key, std::string(name_of(usual)), names);
  for (const Value value : all)
    if (name_of(value) == name) return value;
  return usual;
}

class FieldReader {
 public:
  /// The reader must outlive it. `table`: "graph", or "node.3".
  FieldReader(Reader& reader, const std::string& table) : reader_(reader), table_(table + ".") {}

  template <class Value, std::size_t size>
  void choice(const char* key, Value& value, Value usual, const std::array<Value, size>& all, const FieldNotes& = {}) {
    value = named(reader_, at(key), usual, all);
  }
  /// Required where nothing is usual.
  void real(const char* key, double& value, std::optional<double> usual, const RealRule& rule, const FieldNotes& = {}) {
    value = usual ? reader_.real_or(at(key), *usual, rule) : reader_.real(at(key), rule);
  }
  void optional_real(const char* key, std::optional<double>& value, const RealRule& rule, const FieldNotes& = {}) {
    value = reader_.optional_real(at(key), rule);
  }
  /// `is_word`: the word was given, and no number is.
  void optional_real_or_word(const char* key, std::optional<double>& value, const char* word, bool& is_word,
                             const RealRule& rule, const FieldNotes& = {}) {
    const std::optional<RealOrWord> given = reader_.optional_real_or_word(at(key), rule, word);
    is_word = given && std::holds_alternative<std::string>(*given);
    if (given && !is_word) value = std::get<double>(*given);
  }
  template <class Integer>
  void whole(const char* key, Integer& value, std::int64_t usual, IntegerRange range, const FieldNotes& = {}) {
    value = static_cast<Integer>(reader_.integer_or(at(key), usual, range));
  }
  template <class Integer>
  void optional_whole(const char* key, std::optional<Integer>& value, IntegerRange range, const FieldNotes& = {}) {
    reader_.note_known(at(key));
    if (reader_.has(at(key))) whole(key, value.emplace(), range.least, range);
  }
  /// 0 is usual, and the word stands for it.
  template <class Integer>
  void whole_or(const char* word, const char* key, Integer& value, IntegerRange range, const FieldNotes& = {}) {
    const IntegerOrWord given = reader_.integer_or_word(at(key), std::string(word), range, {word});
    const auto* number = std::get_if<std::int64_t>(&given);
    value = number == nullptr ? 0 : static_cast<Integer>(*number);
  }
  /// What the value is already is usual.
  void whole_or_word(const char* key, IntegerOrWord& value, IntegerRange range, const std::vector<std::string>& words,
                     const FieldNotes& = {}) {
    value = reader_.integer_or_word(at(key), value, range, words);
  }
  void seed(const char* key, std::uint64_t& value, std::uint64_t usual, const FieldNotes& = {}) {
    value = reader_.seed_or(at(key), usual);
  }
  void boolean(const char* key, bool& value, bool usual, const FieldNotes& = {}) {
    value = reader_.boolean_or(at(key), usual);
  }
  void text(const char* key, std::string& value, const FieldNotes& = {}) { value = reader_.text_or(at(key), ""); }
  /// A value that is spelled as a text: `read` fills it and returns the rule that the text breaks, or nothing.
  template <class Value, class Read, class Write>
  void spelled(const char* key, Value& value, const Read& read, const Write&, const FieldNotes& = {}) {
    const std::optional<std::string> text = reader_.optional_text(at(key));
    if (!text) return;
    if (const std::string broken = read(*text, value); !broken.empty()) reader_.refuse(at(key), broken);
  }
  /// The same where the text may be a whole number alone.
  template <class Value, class Read, class Write>
  void whole_or_spelled(const char* key, Value& value, const Read& read, const Write&, const FieldNotes& = {}) {
    const std::optional<std::string> text = reader_.optional_text_or_integer(at(key));
    if (!text) return;
    if (const std::string broken = read(*text, value); !broken.empty()) reader_.refuse(at(key), broken);
  }
  /// For the sample alone.
  void remark(const char*) {}

  /// Whether one of the fields was given, rightly or not.
  bool any_given() const { return any_given_; }

 private:
  std::string at(const char* key) {
    std::string full = table_ + key;
    any_given_ = any_given_ || reader_.has(full);
    return full;
  }

  Reader& reader_;
  std::string table_;
  bool any_given_ = false;
};

}  // namespace sotto
