// SPDX-License-Identifier: MIT
// Five processes that commit at once.
#include "commit_race.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <stdexcept>

#include "sotto/federation/store/store.hpp"

namespace sotto::bench {
namespace {

[[noreturn]] void commit_when_asked(const std::filesystem::path& folder, int go, int done, std::size_t row_bytes) {
  const Store store = Store::create_or_open(folder, "bench");
  const Digest run = digest_of("bench");
  store.ledger().open_dataset("bench", {.epsilon = 4, .delta = 1e-6});
  store.ledger().debit(run, "bench", same_for_all({.alpha = 1, .total_variation = 1}));
  char byte = 0;
  for (std::int64_t round = 2; ::read(go, &byte, 1) == 1; ++round) {
    store.rounds().commit(run, {.round = round,
                                .bytes = std::string(row_bytes, static_cast<char>(round)),
                                .digest = digest_of(std::to_string(round)),
                                .cost = {},
                                .inputs = std::string(4 * 32, 'x')});
    if (::write(done, &byte, 1) != 1) break;
  }
  ::_exit(0);
}

}  // namespace

CommitRace::CommitRace(const std::filesystem::path& folder, int processes, std::size_t row_bytes) {
  for (int k = 0; k < processes; ++k) {
    int go[2], done[2];
    if (::pipe(go) != 0 || ::pipe(done) != 0) throw std::runtime_error("no pipes");
    const std::filesystem::path own = folder / std::to_string(k);
    std::filesystem::create_directories(own);
    const pid_t pid = ::fork();
    if (pid == 0) {
      for (const Runner& other : runners_) {
        ::close(other.go);
        ::close(other.done);
      }
      ::close(go[1]);
      ::close(done[0]);
      commit_when_asked(own, go[0], done[1], row_bytes);
    }
    ::close(go[0]);
    ::close(done[1]);
    runners_.push_back({pid, go[1], done[0]});
  }
}

CommitRace::~CommitRace() {
  for (const Runner& runner : runners_) ::close(runner.go);
  for (const Runner& runner : runners_) ::waitpid(runner.pid, nullptr, 0);
}

double CommitRace::once() {
  const auto begin = std::chrono::steady_clock::now();
  char byte = 1;
  for (const Runner& runner : runners_)
    if (::write(runner.go, &byte, 1) != 1) throw std::runtime_error("a committing process is gone");
  for (const Runner& runner : runners_)
    if (::read(runner.done, &byte, 1) != 1) throw std::runtime_error("a committing process is gone");
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace sotto::bench
