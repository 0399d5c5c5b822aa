// SPDX-License-Identifier: MIT
// What the user set, where it was set, and who wins when a key was set twice: flag > --set > environment > file.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace sotto {

struct TomlFile;

/// One value as it was given, and by whom. Text from a flag, --set or the environment is typed by its look
/// (true, 4, 4.5, anything else is a string); a file's value has the type TOML gives it.
struct Setting {
  std::variant<bool, std::int64_t, double, std::string> value;
  std::string written;  ///< as the user wrote it, quotes included
  std::string place;    ///< "run.toml:7", "--epsilon", "--set", "SOTTO_PRIVACY_EPSILON"
};

/// An entry of a file's table [sweep], where a name may be any text and a value may be a list.
struct SweepEntry {
  std::vector<std::string> path;  ///< below [sweep]: {"series", "the paper's", "privacy", "accountant"}
  std::vector<Setting> values;    ///< one, where it is not a list
  bool is_list;
  bool is_table;  ///< holds nothing itself
  std::string place;
};

/// An entry of a file's [[column]], where a value may be a list.
struct ColumnEntry {
  std::string key;
  std::vector<Setting> values;  ///< one, where it is not a list
  bool is_list;
  std::string place;
};
struct ColumnTable {
  std::vector<ColumnEntry> entries;
  std::string place;
};

/// Key ("privacy.epsilon") -> Setting. Every add_ function throws InvalidInput on text that is not even a
/// setting; whether the value fits its key is for Reader to say.
class Settings {
 public:
  enum class Rank { file, environment, set, flag };

  /// Where a setting comes among all others: by rank, then in the order of file lines or of adding.
  struct Order {
    Rank rank = Rank::file;
    std::size_t number = 0;
    auto operator<=>(const Order&) const = default;
  };
  struct Given {
    Setting setting;
    Order order;
  };

  /// Reads a TOML file. Syntax errors, an unreadable file, arrays, dates and too deep tables are refused,
  /// with file:line:column; all of them at once, except that a syntax error hides what follows it.
  /// Its table [sweep] and its tables [[column]] are kept apart.
  /// A relative path in it is relative to the file's folder, and all paths are absolute afterwards.
  void add_file(const std::string& path);
  void add_file_text(const std::string& name, const std::string& text);  ///< as if `name` were a file with this text
  /// As if the file had said so last.
  void add_as_of_file(const std::string& key, const Setting& setting);
  /// Looks for SOTTO_PRIVACY_EPSILON where privacy.epsilon is a known key. A variable set to nothing is a value.
  void add_environment(const std::vector<std::string>& known_keys);
  /// "key=value", as --set takes it.
  void add_assignment(const std::string& text);
  void add_flag(const std::string& key, const std::string& flag, const std::string& text);

  /// The winner among all that set the key, or null.
  const Given* find(const std::string& key) const;
  /// A file's table of that name, or null. Its setting holds no value, only the place.
  const Given* find_table(const std::string& name) const;
  const std::map<std::string, Given>& values() const { return values_; }
  const std::map<std::string, Given>& tables() const { return tables_; }
  /// Nothing where no file has the table.
  const std::optional<std::vector<SweepEntry>>& sweep() const { return sweep_; }
  /// A file's tables [[column]], in its order.
  const std::vector<ColumnTable>& columns() const { return columns_; }

 private:
  void add_entries(TomlFile&& file);
  void add_text(Rank rank, const std::string& key, const std::string& place, const std::string& text);
  void add(Rank rank, const std::string& key, Setting setting);

  std::map<std::string, Given> values_;
  std::map<std::string, Given> tables_;
  std::optional<std::vector<SweepEntry>> sweep_;
  std::vector<ColumnTable> columns_;
  std::size_t count_ = 0;
  std::string folder_;  ///< of the file; empty: where the program runs
};

/// The environment variable of a key: "privacy.epsilon" -> "SOTTO_PRIVACY_EPSILON".
std::string environment_name(const std::string& key);

}  // namespace sotto
