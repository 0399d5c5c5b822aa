// SPDX-License-Identifier: MIT
// Sessions of a run: members and keys under which masks are made. Rows of rounds name their session; the run pays.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "sotto/federation/store/table.hpp"
#include "sotto/input/closed_set.hpp"

namespace sotto {

/// That a session belongs to a run, and what this site said in it for good: its key, that it is ready, and which
/// amendment of the session it signed.
enum class SessionRowKind { begun, key, ready, amendment };

constexpr Names<4> names_of(SessionRowKind) {
  return {"begun", "key", "ready", "amendment"};
}

/// The first session of a run is the run itself and needs no row. All that writes is in the main file when it returns.
class Sessions : public StorePart {
 public:
  using StorePart::StorePart;

  /// A later session of a run; `amendment` is what made it, with all signatures. From here on no earlier session of the
  /// run has new rounds. The same again is fine. Refuses (InvalidInput, store) a session of another run, one that was
  /// debited as a run or had a word before, and a run that is itself a session.
  void begin(const Digest& session, const Digest& run, const std::string& amendment = {}) const;
  /// The session itself where nothing else is known.
  Digest run_of(const Digest& session) const;
  /// The run itself, then the others in the order in which they began.
  std::vector<Digest> sessions_of(const Digest& run) const;

  /// The same word again is fine, another one is InvalidInput (store). `begun` is no word: `begin` writes it.
  void keep_word(const Digest& session, SessionRowKind kind, const std::string& word) const;
  std::optional<std::string> word(const Digest& session, SessionRowKind kind) const;

 private:
  bool is_kept() const;
  void add(const Digest& session, const Digest& run, SessionRowKind kind, const std::string& word) const;
};

/// Takes the rows of tables::sessions in their order, and says what is wrong with one.
class SessionsCheck {
 public:
  std::optional<std::string> next(const Row& row);
  /// The run of each session that has begun, by the bytes of digests.
  const std::map<std::string, std::string>& run_of_session() const { return run_of_session_; }

 private:
  std::map<std::string, std::string> run_of_session_;
  std::map<std::string, std::vector<SessionRowKind>> kinds_;  // that a session has
  std::set<std::string> runs_;                                // that have later sessions
};

}  // namespace sotto
