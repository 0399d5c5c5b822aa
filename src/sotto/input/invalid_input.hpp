// SPDX-License-Identifier: MIT
// What came from outside and was refused: the one exception type for bad input, and a collector of its faults.
#pragma once

#include <cstddef>
#include <exception>
#include <string>
#include <utility>
#include <vector>

namespace sotto {

/// Which part is at fault; the program's exit code follows from it.
enum class FaultKind { configuration, data, numerical, store, entropy, network, budget };

/// One fault: which field, what it held, which rule it broke, and where (file and line) if that is known.
struct Fault {
  std::string field;
  std::string value;
  std::string rule;
  std::string place = {};
};

class InvalidInput : public std::exception {
 public:
  explicit InvalidInput(Fault fault, FaultKind kind = FaultKind::configuration);
  InvalidInput(std::vector<Fault> faults, FaultKind kind);

  const std::vector<Fault>& faults() const { return faults_; }
  FaultKind kind() const { return kind_; }
  const char* what() const noexcept override { return text_.c_str(); }

 private:
  std::vector<Fault> faults_;
  FaultKind kind_;
  std::string text_;
};

/// Collects faults so that all of them are reported at once.
class Faults {
 public:
  /// A long file full of faults is read no further than this.
  static constexpr std::size_t most_shown = 20;

  void add(Fault fault) { faults_.push_back(std::move(fault)); }
  bool empty() const { return faults_.empty(); }
  bool full() const { return faults_.size() >= most_shown; }
  const std::vector<Fault>& list() const { return faults_; }
  void throw_if_any(FaultKind kind = FaultKind::configuration) const;

 private:
  std::vector<Fault> faults_;
};

/// One line a person can act on: "privacy.delta = 2: must lie strictly between 0 and 1 (run.toml:7)".
std::string to_text(const Fault& fault);

/// A number as an error text should show it: 17 significant digits at most, the shortest that reads back the same.
std::string show(double value);

}  // namespace sotto
