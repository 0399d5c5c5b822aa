// SPDX-License-Identifier: MIT
// Words from the operating system: used once, gone from memory afterwards, and never shared with a forked child.
#include <gtest/gtest.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "sotto/entropy/exact_noise.hpp"

namespace sotto {
namespace {

using Words = std::vector<std::uint64_t>;

Words next_words(BitSource& bits, std::size_t count) {
  Words words(count);
  for (std::uint64_t& word : words) word = bits.word();
  return words;
}

/// Splits the process by `split`; the child draws words and sends them back.
Words words_of_a_child(BitSource& bits, std::size_t count, const std::function<pid_t()>& split) {
  int channel[2];
  EXPECT_EQ(pipe(channel), 0);
  const pid_t child = split();
  if (child == 0) {
    const Words words = next_words(bits, count);
    const auto bytes = static_cast<ssize_t>(count * sizeof(std::uint64_t));
    _exit(write(channel[1], words.data(), static_cast<std::size_t>(bytes)) == bytes ? 0 : 1);
  }
  Words words(count);
  EXPECT_EQ(read(channel[0], words.data(), count * sizeof(std::uint64_t)), count * sizeof(std::uint64_t));
  int status = 1;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  close(channel[0]);
  close(channel[1]);
  return words;
}

std::size_t distinct(std::initializer_list<Words> all) {
  std::set<std::uint64_t> seen;
  for (const Words& words : all) seen.insert(words.begin(), words.end());
  return seen.size();
}

/// A fork without the C library: no handler that runs at a fork can help.
pid_t bare_clone() {
  return static_cast<pid_t>(syscall(SYS_clone, SIGCHLD, nullptr, nullptr, nullptr, nullptr));
}

/// Words from the operating system in ordinary memory: what a fork does to a source that does not care.
class ForkedByMistake final : public BitSource {
 public:
  ForkedByMistake() : BitSource(waiting_) {}

 private:
  void refill() override {
    for (std::uint64_t& word : waiting_) word = source_.word();
    waiting_[0] = std::size(waiting_) - 1;
  }
  SystemBits source_;
  std::uint64_t waiting_[1000]{};
};

class AfterAFork : public ::testing::TestWithParam<pid_t (*)()> {};

// 64-bit words collide by chance with probability below 200^2/2^65 = 1e-15.
TEST_P(AfterAFork, ParentAndChildrenNeverUseTheSameWord) {
  SystemBits bits;
  const Words before = next_words(bits, 5);  // most of the buffer is left
  const Words first = words_of_a_child(bits, 64, GetParam()), second = words_of_a_child(bits, 64, GetParam());
  EXPECT_EQ(distinct({before, first, second, next_words(bits, 64)}), 5u + 3 * 64u);
}

TEST_P(AfterAFork, ABufferInOrdinaryMemoryWouldHaveSharedThem) {
  ForkedByMistake bits;
  next_words(bits, 5);
  const Words child = words_of_a_child(bits, 64, GetParam());
  EXPECT_EQ(distinct({child, next_words(bits, 64)}), 64u);
}

INSTANTIATE_TEST_SUITE_P(Ways, AfterAFork, ::testing::Values(&fork, &bare_clone),
                         [](const auto& given) { return given.index == 0 ? "fork" : "bare_clone"; });

TEST(SystemBits, EveryBitOfAWordIsUsed) {
  SystemBits bits;
  std::uint64_t ever_one = 0, ever_zero = 0;
  for (std::uint64_t word : next_words(bits, 5000)) {  // more than one buffer; a bit stays put with 2^-4999
    ever_one |= word;
    ever_zero |= ~word;
  }
  EXPECT_EQ(ever_one, UINT64_MAX);
  EXPECT_EQ(ever_zero, UINT64_MAX);
}

TEST(SystemBits, TwoSourcesShareNothing) {
  SystemBits one, other;
  EXPECT_EQ(distinct({next_words(one, 3000), next_words(other, 3000)}), 6000u);
}

/// Mappings of this process that a fork wipes ("wf") and no core dump holds ("dd").
int guarded_mappings() {
  std::ifstream maps("/proc/self/smaps");
  int count = 0;
  for (std::string line; std::getline(maps, line);)
    if (line.rfind("VmFlags:", 0) == 0) count += line.find(" wf") != line.npos && line.find(" dd") != line.npos;
  return count;
}

TEST(SystemBits, WaitOnPagesThatAForkWipesAndNoCoreDumpHoldsAndThatGoWithTheSource) {
  const int before = guarded_mappings();
  {
    const SystemBits bits;
    EXPECT_EQ(guarded_mappings(), before + 1);
  }
  EXPECT_EQ(guarded_mappings(), before);
}

}  // namespace
}  // namespace sotto
