// SPDX-License-Identifier: MIT
// The journal of a sweep: what it holds survives a crash to the last bit, and what is not its own is refused.
#include "sotto/job/sweep_journal.hpp"

#include <gtest/gtest.h>

#include "report/document/observations.hpp"
#include "simulation/comparison/support.hpp"
#include "sotto/input/invalid_input.hpp"
#include "sotto/report/document/figure.hpp"
#include "sotto/study/run_sweep.hpp"
#include "study/some_sweep.hpp"

namespace sotto {
namespace {

constexpr const char* program = "sotto 1.2.3 abc";

/// A folder for journals, and what lies in the file of one.
struct JournalPlace {
  test::TemporaryFolder folder{};
  std::filesystem::path target = folder.path() / "out";

  std::string text() const { return folder.read("out.unfinished/journal.jsonl"); }
  void put(const std::string& text) const { folder.write("out.unfinished/journal.jsonl", text); }

  /// "" when it can be opened.
  std::string refusal(const std::string& by = program) const {
    try {
      const SweepJournal journal(target, by);
    } catch (const InvalidInput& refused) {
      EXPECT_EQ(refused.kind(), FaultKind::store);
      return refused.what();
    }
    return "";
  }
};

TEST(SweepJournal, KeepsEveryGroupToTheLastBit) {
  const JournalPlace place;
  const std::vector<Observation> one = test::awkward_observations(1), two = test::awkward_observations(2);
  {
    SweepJournal journal(place.target, program);
    EXPECT_EQ(journal.groups_found(), 0U);
    journal.add("one", one);
    journal.add("two", two);
    journal.add("none", {});
    EXPECT_EQ(journal.find("one"), one) << "at once";
  }
  const SweepJournal journal(place.target, program);
  EXPECT_EQ(journal.groups_found(), 3U);
  EXPECT_EQ(observations_csv(journal.find("one").value()), observations_csv(one));
  EXPECT_EQ(journal.find("two"), two);
  EXPECT_EQ(journal.find("none"), std::vector<Observation>{});
  EXPECT_EQ(journal.find("three"), std::nullopt);
}

TEST(SweepJournal, DropsHalfALineAtItsEndAndGoesOn) {
  const JournalPlace place;
  const std::vector<Observation> seen = test::awkward_observations(3);
  {
    SweepJournal journal(place.target, program);
    journal.add("one", seen);
  }
  const std::string whole = place.text();
  {
    SweepJournal journal(place.target, program);
    journal.add("two", seen);
  }
  const std::string both = place.text();
  for (std::size_t cut = whole.size(); cut < both.size(); cut += 997) {
    place.put(both.substr(0, cut));
    SweepJournal journal(place.target, program);
    EXPECT_EQ(journal.groups_found(), 1U);
    EXPECT_EQ(journal.find("two"), std::nullopt);
    EXPECT_EQ(place.text(), whole) << "so that the next line begins on its own";
  }
  place.put(whole.substr(0, 7));  // of the first line
  const SweepJournal journal(place.target, program);
  EXPECT_EQ(journal.groups_found(), 0U);
  EXPECT_EQ(place.text(), whole.substr(0, whole.find('\n') + 1));
}

TEST(SweepJournal, RefusesWhatIsDamagedInItsMiddleAndNamesTheLine) {
  const JournalPlace place;
  {
    SweepJournal journal(place.target, program);
    journal.add("one", {test::seen_at("a", "1", "m", 0.5)});
    journal.add("two", {test::seen_at("a", "1", "m", 0.5)});
  }
  const std::string whole = place.text();
  const std::size_t second = whole.find('\n') + 1;
  const std::string good = whole.substr(second, whole.find('\n', second) - second);
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string line = good;
    return line.replace(line.find(from), from.size(), to);
  };
  for (const std::string& line :
       {std::string(), std::string("x"), good.substr(1), with("0.5", "\"0.5\""), with("0.5", "null"),
        with("0.5", "1e999"), with("400", "-1"), with("400", "1.5"), with("\"mean\"", "\"nmae\""),
        with("\"group\"", "\"grp\""), with("[", "3,\"x\":["), std::string("[]"), std::string("\xff")}) {
    place.put(whole.substr(0, second) + line + whole.substr(second + good.size()));
    EXPECT_NE(place.refusal().find("journal.jsonl:2: is damaged"), std::string::npos) << line << place.refusal();
  }
  place.put(whole);
  EXPECT_EQ(place.refusal(), "");
}

TEST(SweepJournal, RefusesAnotherVersionsAndLeavesItAsItIs) {
  const JournalPlace place;
  {
    SweepJournal journal(place.target, program);
    journal.add("one", {});
  }
  const std::string whole = place.text();
  EXPECT_NE(place.refusal("sotto 1.2.4 abc").find("another version"), std::string::npos);
  EXPECT_EQ(place.text(), whole);
  place.put("anything else\n");
  EXPECT_NE(place.refusal(), "");
}

TEST(SweepJournal, IsLockedWhileItIsOpen) {
  const JournalPlace place;
  {
    const SweepJournal journal(place.target, program);
    EXPECT_NE(place.refusal().find("another program is running this job"), std::string::npos);
  }
  EXPECT_EQ(place.refusal(), "");
}

TEST(SweepJournal, StandsBesideItsTargetAndCanBeTakenAway) {
  const JournalPlace place;
  SweepJournal journal(place.target.string() + "/", program);  // "out/" names "out"
  EXPECT_EQ(place.folder.entries(), std::vector<std::string>{"out.unfinished"});
  EXPECT_EQ(journal.folder(), place.target.string() + ".unfinished");
  journal.remove();
  EXPECT_TRUE(place.folder.entries().empty());
  EXPECT_NE(JournalPlace{.target = "/dev/null/out"}.refusal(), "");
}

TEST(SweepJournal, LeavesAloneWhatOthersPutInItsPlace) {
  const JournalPlace place;
  std::filesystem::create_directory(place.folder.path() / "out.unfinished");
  place.folder.write("out.unfinished/thesis.txt", "precious");
  EXPECT_THROW(SweepJournal(place.target, program), InvalidInput);
  std::filesystem::remove(place.folder.path() / "out.unfinished" / "thesis.txt");
  {
    SweepJournal journal(place.target, program);
    place.folder.write("out.unfinished/thesis.txt", "precious");
    journal.remove();
  }
  EXPECT_EQ(place.folder.read("out.unfinished/thesis.txt"), "precious");
  const JournalPlace linked;
  std::filesystem::create_directory(linked.folder.path() / "elsewhere");
  std::filesystem::create_directory_symlink("elsewhere", linked.folder.path() / "out.unfinished");
  EXPECT_THROW(SweepJournal(linked.target, program), InvalidInput);
}

TEST(SweepJournal, AnInterruptedSweepGoesOnToTheSameBytes) {
  const test::WholeSweep whole = test::whole_sweep(
      test::small_file +
      "[sweep]\nx = 'privacy.epsilon'\nvalues = [1, 2, 3]\nbaselines = ['curator']\n[sweep.series.'a, b']");
  const JournalPlace place;
  std::atomic<bool> interrupt{false};
  int opened = 0, run = 0;
  const auto sweep = [&](bool stop_after_one) {
    SweepJournal journal(place.target, program);
    interrupt = false;
    ++opened;
    return run_sweeps({{whole.sweep, whole.groups}},
                      {.known = [&](const SweepGroup& group) { return journal.find(group.identity); },
                       .finished =
                           [&](const SweepGroup& group, const std::vector<Observation>& observations) {
                             journal.add(group.identity, observations);
                             interrupt = stop_after_one;
                             ++run;
                           },
                       .progress = [](std::uint64_t, std::uint64_t) {},
                       .interrupt = interrupt})
        .front();
  };
  const auto none = [](const SweepGroup&) { return std::optional<std::vector<Observation>>(); };
  const SweepResult expected =
      run_sweeps({{whole.sweep, whole.groups}}, {.known = none,
                                                 .finished = [](const SweepGroup&, const std::vector<Observation>&) {},
                                                 .progress = [](std::uint64_t, std::uint64_t) {},
                                                 .interrupt = test::never})
          .front();
  EXPECT_TRUE(sweep(true).interrupted);
  EXPECT_TRUE(sweep(true).interrupted);
  const SweepResult resumed = sweep(false);
  EXPECT_FALSE(resumed.interrupted);
  EXPECT_EQ(run, 3) << "no group twice";
  EXPECT_EQ(observations_csv(resumed.observations), observations_csv(expected.observations));
}

}  // namespace
}  // namespace sotto
