// SPDX-License-Identifier: MIT
// Visits the fields of a section and keeps what each may be and what is said of it: the sample of `sotto init`, the
// schema and the reference of configurations are made of it. Fields become their defaults on the way, so that a default
// that depends on other keys is the one that they decide.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sotto/settings/conversion.hpp"
#include "sotto/settings/reader.hpp"

namespace sotto {

enum class ValueType { words, boolean, whole, number, seed, text, two_numbers, texts };

/// What a value may be: one of the type, or one of the words.
struct ValueRule {
  ValueType type;
  std::vector<std::string> words = {};
  IntegerRange range = {};            ///< of whole numbers
  std::optional<RealRule> real = {};  ///< of numbers
  bool or_number = false;             ///< a text that a number may stand for
};

struct DocumentedKey {
  std::string key;  ///< empty: lines of their own in the sample
  ValueRule rule;
  std::string usual = {};    ///< as TOML; empty where nothing is usual
  std::string usually = {};  ///< the default in words, where it depends on other keys
  std::string says = {};
  std::string lines = {};  ///< in the sample
  bool required = false;
};

struct DocumentedSection {
  /// [graph]; [node.3], one for a node; [[column]], a list of tables.
  enum class Kind { table, of_node, list };

  std::string name;  ///< "graph"
  std::string says;
  std::vector<DocumentedKey> keys = {};  ///< in the order of the sample
  Kind kind = Kind::table;

  std::string sample() const;
};

class FieldDocument {
 public:
  /// `says` stands beside the header [table].
  explicit FieldDocument(const std::string& table, const std::string& says = "") : section_{table, says} {}

  template <class Value, class All>
  void choice(const char* key, Value& value, const Value& usual, const All& all, const FieldNotes& notes = {}) {
    value = usual;
    ValueRule rule{.type = ValueType::words};
    for (const Value& each : all) rule.words.emplace_back(name_of(each));
    add(key, rule, toml_string(std::string(name_of(value))), notes);
  }
  /// Required where nothing is usual.
  void real(const char* key, double& value, std::optional<double> usual, const RealRule& rule,
            const FieldNotes& notes = {}) {
    value = usual.value_or(0);
    add(key, {.type = ValueType::number, .real = rule}, usual ? toml_real(value) : "", notes);
    last_->required = !usual;
  }
  void optional_real(const char* key, std::optional<double>&, const RealRule& rule, const FieldNotes& notes = {}) {
    add(key, {.type = ValueType::number, .real = rule}, "", notes);
  }
  void optional_real_or_word(const char* key, std::optional<double>&, const char* word, bool&, const RealRule& rule,
                             const FieldNotes& notes = {}) {
    add(key, {.type = ValueType::number, .words = {word}, .real = rule}, "", notes);
  }
  template <class Integer>
  void whole(const char* key, Integer& value, std::int64_t usual, IntegerRange range, const FieldNotes& notes = {}) {
    value = static_cast<Integer>(usual);
    add(key, {.type = ValueType::whole, .range = range}, range.holds(usual) ? std::to_string(value) : "", notes);
  }
  template <class Integer>
  void optional_whole(const char* key, std::optional<Integer>&, IntegerRange range, const FieldNotes& notes = {}) {
    add(key, {.type = ValueType::whole, .range = range}, "", notes);
  }
  template <class Integer>
  void whole_or(const char* word, const char* key, Integer& value, IntegerRange range, const FieldNotes& notes = {}) {
    value = 0;
    add(key, {.type = ValueType::whole, .words = {word}, .range = range}, "0", notes);
  }
  void whole_or_word(const char* key, const IntegerOrWord& value, IntegerRange range,
                     const std::vector<std::string>& words, const FieldNotes& notes = {}) {
    const auto* word = std::get_if<std::string>(&value);
    add(key, {.type = ValueType::whole, .words = words, .range = range},
        word == nullptr ? std::to_string(std::get<std::int64_t>(value)) : toml_string(*word), notes);
  }
  void seed(const char* key, std::uint64_t& value, std::uint64_t usual, const FieldNotes& notes = {}) {
    value = usual;
    add(key, {.type = ValueType::seed}, std::to_string(value), notes);
  }
  void boolean(const char* key, bool& value, bool usual, const FieldNotes& notes = {}) {
    value = usual;
    add(key, {.type = ValueType::boolean}, value ? "true" : "false", notes);
  }
  void text(const char* key, std::string&, const FieldNotes& notes = {}) {
    add(key, {.type = ValueType::text}, "\"\"", notes);
  }
  template <class Value, class Read, class Write>
  void spelled(const char* key, const Value& value, const Read&, const Write& write, const FieldNotes& notes = {}) {
    add(key, {.type = ValueType::text}, toml_string(write(value)), notes);
  }
  template <class Value, class Read, class Write>
  void whole_or_spelled(const char* key, const Value& value, const Read&, const Write& write,
                        const FieldNotes& notes = {}) {
    add(key, {.type = ValueType::text, .or_number = true}, toml_string(write(value)), notes);
  }
  /// Lines of their own among the keys.
  void remark(const char* lines);

  const DocumentedSection& section() const { return section_; }

 private:
  void add(const std::string& key, const ValueRule& rule, const std::string& usual, const FieldNotes& notes);

  DocumentedSection section_;
  std::vector<DocumentedKey>::iterator last_ = {};  ///< what was added last
};

}  // namespace sotto
