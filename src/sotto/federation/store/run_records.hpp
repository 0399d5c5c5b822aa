// SPDX-License-Identifier: MIT
// What is written once: the runs that a node took part in, how they ended and which were closed; and what was signed
// and should not have been, kept as it came.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sotto/federation/store/start.hpp"
#include "sotto/federation/store/table.hpp"

namespace sotto {

struct RunRecord {
  Digest run;
  std::string kind;      ///< a word, such as "real" or "trial"
  std::string dataset;   ///< whose budget pays
  std::string manifest;  ///< its canonical text
  Digest data_digest;    ///< by Store::keyed_digest_of_data

  bool operator==(const RunRecord&) const = default;
};

class RunRecords : public StorePart {
 public:
  using StorePart::StorePart;

  /// The same record again is fine; another one of the same run is InvalidInput (store), which names the field.
  void record(const RunRecord& record) const;
  std::optional<RunRecord> find(const Digest& run) const;
  std::vector<Digest> all() const;

  /// Once; the same digest again is fine, another one is InvalidInput (store).
  void finish(const Digest& run, const Digest& final_digest) const;
  std::optional<Digest> finished(const Digest& run) const;
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

class Closings : public StorePart {
 public:
  using StorePart::StorePart;

  /// Once for a run and a site. In the main file when it returns.
  void close(const Closing& closing) const;
  std::optional<Closing> find(const Digest& run, const std::string& site) const;
  bool is_closed(const Digest& run) const;
};

/// Two things that a site signed and that cannot both be true.
struct Contradiction {
  std::string kind;  ///< a word, such as "equivocation"
  std::string site;  ///< its public key, as text
  Digest run;
  std::int64_t round = 0;
  std::string first;  ///< signed bytes
  std::string second;

  bool operator==(const Contradiction&) const = default;
};

class Evidence : public StorePart {
 public:
  using StorePart::StorePart;

  /// On the disk when it returns.
  void append(const Contradiction& found) const;
  std::vector<Contradiction> all() const;
};

/// A start that bears this site's signature and was not of this state: a copy that was started by mistake, say.
struct DisownedStart {
  std::int64_t incarnation = 0;
  StartId id;
  std::string hello;      ///< the signed standing that showed it
  std::string statement;  ///< this site's signed word that it was not its own
};

class DisownedStarts : public StorePart {
 public:
  using StorePart::StorePart;

  /// In the main file when it returns.
  void append(const DisownedStart& start) const;
  std::vector<DisownedStart> all() const;
  bool has(std::int64_t incarnation, const StartId& id) const;
};

}  // namespace sotto
