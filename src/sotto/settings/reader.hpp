// SPDX-License-Identifier: MIT
// What a value must be, and typed values out of settings with every fault collected.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "sotto/input/invalid_input.hpp"
#include "sotto/settings/settings.hpp"

namespace sotto {

struct Interval {
  double least;
  double most;
};

/// What a number must be, as a check and as the words of the error text: one object, so that they cannot disagree. A
/// condition on a finite number; infinities and NaN never reach it, they are always refused.
struct RealRule {
  std::string text;  ///< follows "must be": "a finite number > 0"
  Interval ends;     ///< infinite where there is no end
  bool least_belongs = true;
  bool most_belongs = true;
  double placeholder = 0.5;  ///< what a refused or missing value is replaced by until the faults are thrown

  bool holds(double value) const {
    return (least_belongs ? ends.least <= value : ends.least < value) &&
           (most_belongs ? value <= ends.most : value < ends.most);
  }
};

struct IntegerRange {
  std::int64_t least = std::numeric_limits<std::int64_t>::min();
  std::int64_t most = std::numeric_limits<std::int64_t>::max();

  bool holds(std::int64_t value) const { return least <= value && value <= most; }
  std::string text() const;  ///< "a whole number between 1 and 100"
};

RealRule any_finite();
RealRule positive_finite();      ///< > 0
RealRule non_negative_finite();  ///< >= 0
RealRule probability_open();     ///< strictly between 0 and 1
RealRule within(Interval ends);  ///< ends included
RealRule strictly_within(Interval ends);

using IntegerOrWord = std::variant<std::int64_t, std::string>;
using RealOrWord = std::variant<double, std::string>;

/// Reads typed values and collects every fault. A refused value is replaced by the fallback (or by a harmless
/// placeholder), so that reading goes on; finish() then throws. Every key that was asked for is known, all
/// others are refused by finish(). The settings must outlive the reader.
class Reader {
 public:
  explicit Reader(const Settings& settings) : settings_(settings) {}
  explicit Reader(Settings&&) = delete;

  double real(const std::string& key, const RealRule& rule);
  double real_or(const std::string& key, double fallback, const RealRule& rule);
  std::optional<double> optional_real(const std::string& key, const RealRule& rule);
  /// The word stands for a number that follows from other keys.
  std::optional<RealOrWord> optional_real_or_word(const std::string& key, const RealRule& rule,
                                                  const std::string& word);

  std::int64_t integer(const std::string& key, IntegerRange range);
  std::int64_t integer_or(const std::string& key, std::int64_t fallback, IntegerRange range);

  std::string choice_or(const std::string& key, const std::string& fallback, const std::vector<std::string>& allowed);
  std::string text_or(const std::string& key, const std::string& fallback);
  std::optional<std::string> optional_text(const std::string& key);
  /// The same, where a whole number needs no quotes in a file.
  std::optional<std::string> optional_text_or_integer(const std::string& key);
  bool boolean_or(const std::string& key, bool fallback);

  /// A whole number, or one of some words: 40, "auto", "until-agreement".
  IntegerOrWord integer_or_word(const std::string& key, const IntegerOrWord& fallback, IntegerRange range,
                                const std::vector<std::string>& words);
  /// All of 0 .. 2^64 - 1; TOML's own integers end at 2^63 - 1, so a file may write it as text: "123".
  std::uint64_t seed_or(const std::string& key, std::uint64_t fallback);

  /// What follows "table." in the keys that were given, each once: the 3 of node.3.epsilon.
  std::vector<std::string> names_within(const std::string& table) const;

  void note_known(const std::string& key);  ///< known, but not needed here
  bool has(const std::string& key) const;   ///< whether it was given, rightly or not
  /// The caller's own check failed. It is not said where one of the keys that it rests on is refused itself or
  /// misspelt: nobody knows what that key would have said.
  void refuse(const std::string& key, const std::string& rule, const std::vector<std::string>& rests_on = {});
  void refuse(Fault fault);                         ///< for what has no key: a table [[column]]
  std::vector<std::string> refused_fields() const;  ///< what faults speak of so far
  const std::vector<ColumnTable>& columns() const { return settings_.columns(); }
  std::vector<std::string> known_keys() const { return known_; }

  /// Throws all faults, if there are any: those of given values in the order of the file's lines (then environment,
  /// --set, flags), then what is required and absent. Values of known keys are shown; of what a file holds beside them
  /// at most the key is. A file without one known section is refused as a whole.
  void finish() const;

 private:
  struct OrderedFault {
    bool absent;
    Settings::Order order;
    Fault fault;
    bool told_by_caller = false;
    std::vector<std::string> rests_on = {};
  };

  template <class Value, class Accept>
  std::optional<Value> accepted(const std::string& key, Accept accept, const std::string& rule);
  void require(const std::string& key, const std::string& rule);
  bool is_known(const std::string& key) const;
  std::vector<OrderedFault> unknown_keys() const;
  void refuse_another_file() const;
  bool is_misspelt_section(const std::string& name) const;
  std::set<std::string> doubtful_keys() const;

  const Settings& settings_;
  std::vector<std::string> known_;
  std::vector<OrderedFault> faults_;
  std::set<std::string> unreadable_;  ///< keys whose value is none: what a check says of them would be false
};

struct FieldNotes {
  std::string_view says = {};   ///< what the sample says beside the key, on one line or several
  std::string_view shown = {};  ///< the value in the sample, as TOML writes it; empty: the default
  bool set = false;             ///< in the sample the key is set; the others stand behind a #
  bool written = true;          ///< false where the key says nothing: then it is left out of TOML
  std::string_view after = {};  ///< an earlier key, or "[table]", that it follows in the sample: TOML has another order
  std::string_view usually = {};  ///< the default in words, where it depends on other keys
};

}  // namespace sotto
