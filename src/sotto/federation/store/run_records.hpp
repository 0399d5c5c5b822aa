// SPDX-License-Identifier: MIT
// The runs that a node took part in: what was agreed on, on which data, how they ended, and which were closed. Written
// once.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sotto/digest/digest.hpp"

namespace sotto {

class Database;

struct RunRecord {
  Digest run;
  std::string kind;      ///< a word, such as "real" or "trial"
  std::string dataset;   ///< whose budget pays
  std::string manifest;  ///< its canonical text
  Digest data_digest;    ///< by Store::keyed_digest_of_data

  bool operator==(const RunRecord&) const = default;
};

class RunRecords {
 public:
  explicit RunRecords(Database& database) : database_(&database) {}

  /// The same record again is fine; another one of the same run is InvalidInput (store), which names the field.
  void record(const RunRecord& record) const;
  std::optional<RunRecord> find(const Digest& run) const;
  std::vector<Digest> all() const;

  /// Once; the same digest again is fine, another one is InvalidInput (store).
  void finish(const Digest& run, const Digest& final_digest) const;
  std::optional<Digest> finished(const Digest& run) const;

 private:
  Database* database_;
};

/// A run that this site closed by saying for good what it holds of a neighbour: nothing of it is heard or said again.
struct Closing {
  Digest run;
  std::string site;              ///< whom the word is for: a public key, as text
  std::int64_t round = 0;        ///< its last one that is held here
  std::optional<Digest> digest;  ///< of that message
  std::string statement;         ///< as it was signed

  bool operator==(const Closing&) const = default;
};

class Closings {
 public:
  explicit Closings(Database& database) : database_(&database) {}

  /// Once for a run and a site. In the main file when it returns.
  void close(const Closing& closing) const;
  std::optional<Closing> find(const Digest& run, const std::string& site) const;
  bool is_closed(const Digest& run) const;

 private:
  Database* database_;
};

}  // namespace sotto
