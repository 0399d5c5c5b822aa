// SPDX-License-Identifier: MIT
#include "sotto/study/sweep.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>

#include "sotto/input/invalid_input.hpp"
#include "sotto/input/printable.hpp"
#include "sotto/settings/suggestion.hpp"
#include "sotto/simulation/baseline/baseline.hpp"

namespace sotto {
namespace {

constexpr std::size_t most_series = 1'000, longest_name = 200;

std::string joined(const std::vector<std::string>& path, std::size_t from) {
  std::string key;
  for (std::size_t k = from; k < path.size(); ++k) key += (k == from ? "" : ".") + path[k];
  return key;
}

std::vector<std::string> metric_names() {
  std::vector<std::string> names;
  for (const KnownMetric& metric : known_metrics()) names.push_back(metric.name);
  return names;
}

std::vector<std::string> baseline_names() {
  std::vector<std::string> names;
  for (const BaselineKind& kind : all_baselines()) names.emplace_back(kind.name);
  return names;
}

std::vector<std::string> names_of(const std::vector<SweepSeries>& all) {
  std::vector<std::string> names;
  for (const SweepSeries& series : all) names.push_back(series.name);
  return names;
}

/// Sorts entries into the parts of a sweep, and keeps what does not fit as faults.
class SweepReader {
 public:
  Sweep read(const std::vector<SweepEntry>& entries) {
    baselines_ = baseline_names();  // unless the file says otherwise
    for (const SweepEntry& entry : entries) take(entry);
    check();
    faults_.throw_if_any();
    if (series_.empty()) series_.push_back({.name = only_series, .method = "plan"});
    for (const std::string& baseline : baselines_) series_.push_back({.name = baseline, .method = baseline});
    for (const SweepSeries& series : series_) add_combinations(series, 0);
    check_names();
    if (!is_plain(sweep_.title))
      faults_.add({"sweep.title", shown(sweep_.title), "must be one line of plain characters"});
    if (!is_plain(sweep_.caption))
      faults_.add({"sweep.caption", shown(sweep_.caption), "must be one line of plain characters"});
    if (sweep_.metrics.empty()) faults_.add({"sweep.metrics", "[]", "needs a metric at least"});
    if (beside_) sweep_.beside = some_of(*beside_, names_of(sweep_.series));
    faults_.throw_if_any();
    return std::move(sweep_);
  }

 private:
  void take(const SweepEntry& entry) {
    const std::string& first = entry.path.front();
    if (first == "series" && entry.path.size() > 1) return take_series(entry);
    if (first == "grid" && entry.path.size() > 1) return entry.is_table ? void() : take_key(entry, 1, grid_);
    if ((first == "series" || first == "grid") && entry.is_table) return;
    if (entry.path.size() > 1) return;  // in a table that was refused
    if (first == "series" || first == "grid")
      return refuse(entry, "must be a table: [sweep." + first + (first == "grid" ? "]" : ".NAME]"));
    const auto part = parts_.find(first);
    if (part == parts_.end()) {
      std::vector<std::string> known{"series", "grid"};
      for (const auto& [name, reads] : parts_) known.push_back(name);
      return faults_.add({is_name_like(first) ? "sweep." + first : "sweep", "",
                          "unknown key" + did_you_mean(first, known), entry.place});
    }
    if (entry.is_table) return refuse(entry, "must be a value, or a list of them");
    part->second(entry);
  }

  void take_series(const SweepEntry& entry) {
    SweepSeries& series = series_named(entry.path[1]);
    if (entry.is_table) return;
    if (entry.path.size() == 2) return refuse(entry, "must be a table: [sweep.series.NAME]");
    const std::string key = joined(entry.path, 2);
    if (key == "method") {
      std::vector<std::string> methods = baseline_names();
      methods.insert(methods.begin(), "plan");
      series.method = one_of(entry, methods);
    } else {
      take_key(entry, 2, series.departs);
    }
  }

  /// A key may be written in two ways ("a.b" and a.b), which TOML takes for two keys.
  void take_key(const SweepEntry& entry, std::size_t from, std::vector<SweptKey>& keys) {
    const std::string key = joined(entry.path, from);
    if (sets(keys, key)) return refuse(entry, "is set twice");
    keys.push_back({key, entry.values, entry.place});
  }

  static bool sets(const std::vector<SweptKey>& keys, const std::string& key) {
    return std::any_of(keys.begin(), keys.end(), [&](const SweptKey& swept) { return swept.key == key; });
  }

  SweepSeries& series_named(const std::string& name) {
    for (SweepSeries& series : series_)
      if (series.name == name) return series;
    return series_.emplace_back(SweepSeries{.name = name, .method = "plan"});
  }

  std::string text(const SweepEntry& entry) {
    const std::string* text =
        entry.is_list || entry.values.empty() ? nullptr : std::get_if<std::string>(&entry.values[0].value);
    if (text == nullptr) refuse(entry, "must be a text");
    return text == nullptr ? "" : *text;
  }

  std::string one_of(const SweepEntry& entry, const std::vector<std::string>& allowed) {
    std::string word = text(entry);
    check_word(entry, word, allowed);
    return word;
  }

  std::vector<std::string> some_of(const SweepEntry& entry, const std::vector<std::string>& allowed) {
    std::vector<std::string> words;
    for (const Setting& value : entry.values) {
      const std::string* word = std::get_if<std::string>(&value.value);
      if (word == nullptr)
        refuse(entry, "must be a list of names");
      else if (std::find(words.begin(), words.end(), *word) != words.end())
        refuse(entry, "names " + shown(*word) + " twice");
      else if (check_word(entry, *word, allowed))
        words.push_back(*word);
    }
    return words;
  }

  bool check_word(const SweepEntry& entry, const std::string& word, const std::vector<std::string>& allowed) {
    if (std::find(allowed.begin(), allowed.end(), word) != allowed.end()) return true;
    std::string rule = "there is no " + shown("\"" + word + "\"") + " here; there are";
    for (const std::string& name : allowed) rule += (name == allowed.front() ? " " : ", ") + name;
    refuse(entry, rule);
    return false;
  }

  void refuse(const SweepEntry& entry, const std::string& rule) {
    std::string value = entry.is_table         ? "a table"
                        : entry.is_list        ? "[...]"
                        : entry.values.empty() ? ""
                                               : entry.values[0].written;
    faults_.add({"sweep." + shown(joined(entry.path, 0)), shown(value), rule, entry.place});
  }

  void check() {
    if (sweep_.x.key.empty())
      faults_.add({"sweep.x", "", "is required: the key on the x axis, such as \"privacy.epsilon\""});
    const std::size_t points = sweep_.x.values.size();
    if (points == 0) faults_.add({"sweep.values", "", "is required: a list of the values that sweep.x takes"});
    check_distinct("sweep.values", sweep_.x);
    for (const SweptKey& swept : grid_) {
      if (swept.values.empty())
        faults_.add({"sweep.grid." + shown(swept.key), "[]", "needs a value at least", swept.place});
      check_distinct("sweep.grid." + shown(swept.key), swept);
      check_not_x(swept);
    }
    for (const SweepSeries& series : series_)
      for (const SweptKey& swept : series.departs) {
        check_not_x(swept);
        if (sets(grid_, swept.key))
          faults_.add({"sweep.series." + shown(series.name) + "." + shown(swept.key),
                       swept.values.size() == 1 ? shown(swept.values[0].written) : "[...]",
                       "is in sweep.grid too, whose values would be lost", swept.place});
        if (swept.values.size() != 1 && swept.values.size() != points)
          faults_.add({"sweep.series." + shown(series.name) + "." + shown(swept.key),
                       std::to_string(swept.values.size()) + " values",
                       "must be one value, or a list of as many as sweep.values has: " + std::to_string(points),
                       swept.place});
      }
  }

  void check_not_x(const SweptKey& swept) {
    if (swept.key == sweep_.x.key)
      faults_.add({"sweep.x", shown(swept.key), "is on the x axis; no series and no grid may set it too", swept.place});
  }

  void check_distinct(const std::string& field, const SweptKey& swept) {
    std::map<std::string, int> seen;
    for (const Setting& value : swept.values) {
      if (++seen[text_of(value)] == 2) faults_.add({field, shown(value.written), "stands there twice", value.place});
      if (!is_plain(text_of(value))) faults_.add({field, shown(value.written), "must be one line", value.place});
    }
  }

  void check_names() {
    std::map<std::string, int> seen;
    if (sweep_.series.size() > most_series)
      faults_.add({"sweep.series", std::to_string(sweep_.series.size()),
                   "at most " + std::to_string(most_series) + ", the grid's combinations counted"});
    for (const SweepSeries& series : sweep_.series) {
      if (++seen[series.name] == 2) faults_.add({"sweep.series", shown(series.name), "two series have this name"});
      const bool plain = is_plain(series.name) && series.name.find('"') == std::string::npos;
      if (series.name.empty() || series.name.size() > longest_name || !plain)
        faults_.add({"sweep.series", shown(series.name),
                     "a name has 1 to " + std::to_string(longest_name) + " characters, no quotes and no line ends"});
      if (series.method.find("non_private") != std::string::npos &&
          series.name.find("non_private") == std::string::npos)
        faults_.add(
            {"sweep.series", shown(series.name), "must have non_private in its name: its method is " + series.method});
    }
  }

  /// The series once for each combination of the grid's values from the k-th key on.
  void add_combinations(const SweepSeries& series, std::size_t k) {
    if (sweep_.series.size() > most_series) return;
    if (k == grid_.size()) return sweep_.series.push_back(series);
    for (const Setting& value : grid_[k].values) {
      SweepSeries next = series;
      const std::string short_key = grid_[k].key.substr(grid_[k].key.rfind('.') + 1);
      next.name += ", " + short_key + " = " + text_of(value);
      next.departs.insert(next.departs.begin(), {grid_[k].key, {value}, grid_[k].place});
      add_combinations(next, k + 1);
    }
  }

  Sweep sweep_{.metrics = {"normalised_error", "node_error"}};
  std::vector<SweptKey> grid_;
  std::vector<SweepSeries> series_;
  std::vector<std::string> baselines_;
  std::optional<SweepEntry> beside_;
  Faults faults_;
  const std::map<std::string, std::function<void(const SweepEntry&)>> parts_{
      {"title", [this](const SweepEntry& e) { sweep_.title = text(e); }},
      {"caption", [this](const SweepEntry& e) { sweep_.caption = text(e); }},
      {"x", [this](const SweepEntry& e) { sweep_.x.key = text(e); }},
      {"values", [this](const SweepEntry& e) { sweep_.x.values = e.values, sweep_.x.place = e.place; }},
      {"scale",
       [this](const SweepEntry& e) {
         sweep_.scale = one_of(e, {sweep_scales.begin(), sweep_scales.end()});
       }},
      {"against",
       [this](const SweepEntry& e) {
         sweep_.against = one_of(e, {sweep_against.begin(), sweep_against.end()});
       }},
      {"beside", [this](const SweepEntry& e) { beside_ = e; }},
      {"metrics", [this](const SweepEntry& e) { sweep_.metrics = some_of(e, metric_names()); }},
      {"baselines", [this](const SweepEntry& e) { baselines_ = some_of(e, baseline_names()); }}};
};

}  // namespace

Sweep read_sweep(const std::vector<SweepEntry>& entries) {
  return SweepReader().read(entries);
}

}  // namespace sotto
