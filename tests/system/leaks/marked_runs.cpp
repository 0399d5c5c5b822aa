// SPDX-License-Identifier: MIT
// Many runs on marked files.
#include "system/leaks/marked_runs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

#include "system/leaks/marked_files.hpp"

namespace sotto::test {
namespace {

std::string as_typed(const Words& line) {
  std::string text;
  for (const std::string& word : line) text += " " + word;
  return text;
}

/// What is wrong with an answer; nothing where all is well.
std::string complaint(const Transcript& said) {
  if (said.too_slow) return "does not end";
  if (said.code < 1 || said.code > 8) return "ends with exit code " + std::to_string(said.code);
  return holds_a_mark(said) ? "says what is marked" : "";
}

bool uses_state(const Words& line) {
  return std::any_of(line.begin(), line.end(),
                     [](const std::string& word) { return word == "north" || word == "fresh"; });
}

/// What the program answers to each line, in their order. Several run side by side, but one at a time on a state.
std::vector<Transcript> answers_to(const Program& sotto, const std::vector<Words>& lines) {
  constexpr std::size_t workers = 4;
  std::vector<Transcript> answers(lines.size());
  std::mutex state;
  std::atomic<std::size_t> next = 0;
  std::vector<std::thread> threads;
  for (std::size_t k = 0; k < workers; ++k)
    threads.emplace_back([&] {
      for (std::size_t at = next++; at < lines.size(); at = next++) {
        std::unique_lock<std::mutex> alone(state, std::defer_lock);
        if (uses_state(lines[at])) alone.lock();
        answers[at] = sotto(lines[at]);
      }
    });
  for (std::thread& thread : threads) thread.join();
  return answers;
}

}  // namespace

void expect_no_mark(const Program& sotto, const std::vector<Words>& lines) {
  std::vector<Words> all;
  for (const Words& line : lines) all.insert(all.end(), {line, line + Words{"--json"}});
  const std::vector<Transcript> answers = answers_to(sotto, all);
  for (std::size_t k = 0; k < all.size(); ++k)
    EXPECT_EQ(complaint(answers[k]), "") << "sotto" << as_typed(all[k]) << "\n" << answers[k].out << answers[k].err;
}

void expect_not_looked_at(const Program& sotto, const Words& subjects,
                          const std::function<Words(std::size_t, const std::string&, int)>& line) {
  const std::string name = "Looked_At.csv";  // as a name of anything else it is refused
  std::vector<Transcript> answers[2];
  for (int turn = 0; turn < 2; ++turn) {
    std::vector<Words> lines;
    for (std::size_t k = 0; k < subjects.size(); ++k) lines.push_back(line(k, name, turn));
    answers[turn] = answers_to(sotto, lines);
    sotto.folder.write(name, "name,age\n" + mark + ",44\n");
  }
  for (std::size_t k = 0; k < subjects.size(); ++k) {
    const Transcript &absent = answers[0][k], &there = answers[1][k];
    EXPECT_FALSE(holds_a_mark(there)) << subjects[k] << there.out << there.err;
    EXPECT_EQ(absent.code, there.code) << subjects[k];
    EXPECT_EQ(absent.out + absent.err, there.out + there.err) << subjects[k];
  }
}

}  // namespace sotto::test
