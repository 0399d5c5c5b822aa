// SPDX-License-Identifier: MIT
// A part of a JSON document from outside, with its path: what is wrong there is collected, and reading goes on with a
// harmless placeholder. Seen by sources of this folder alone: the library's header compiles slowly.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sotto/input/closed_set.hpp"
#include "sotto/input/invalid_input.hpp"

namespace sotto {

using Json = nlohmann::ordered_json;

/// Refuses (data) what is no JSON, is nested too deep to be freed safely, or names a key twice.
Json parsed_document(const std::string& text, const std::string& place);

class JsonPart {
 public:
  JsonPart(const Json& value, std::string path, Faults& faults, const std::string& place)
      : value_(value), path_(std::move(path)), faults_(faults), place_(place) {}

  /// An object, with these keys at most.
  bool is_object_of(const std::vector<std::string>& keys) const;
  std::optional<JsonPart> at(const std::string& key) const;  ///< nothing where it is absent or null
  std::optional<JsonPart> required(const std::string& key) const;
  std::vector<JsonPart> items() const;  ///< of an array; none, with a fault, of anything else

  std::string text() const;  ///< on one line and without control characters: it may come to a terminal
  std::string word() const;  ///< any text
  double number() const;
  bool flag() const;
  std::uint64_t whole(std::uint64_t most) const;
  std::vector<std::string> words() const;
  std::vector<double> numbers() const;

  template <ClosedSet Enum>
  Enum choice() const {
    std::string known;
    for (const Enum value : all_of<Enum>) {
      const std::string name(name_of(value));
      if (value_ == name) return value;
      known += (known.empty() ? "" : ", ") + name;
    }
    refuse("must be one of " + known);
    return Enum{};
  }

  void refuse(const std::string& rule) const;  ///< names the path; what stands there is not shown
  const Json& value() const { return value_; }

 private:
  JsonPart part(const Json& value, const std::string& step) const { return {value, path_ + step, faults_, place_}; }

  const Json& value_;
  std::string path_;
  Faults& faults_;
  const std::string& place_;
};

}  // namespace sotto
