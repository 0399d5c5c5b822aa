// SPDX-License-Identifier: MIT
// The folder of a run: there entirely or not at all.
#include "sotto/job/run_folder.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <fstream>

#include "sotto/input/invalid_input.hpp"
#include "support/temporary_folder.hpp"

namespace sotto {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

/// Nothing when it was not refused.
template <class Action>
std::optional<FaultKind> refusal(Action action) {
  try {
    action();
  } catch (const InvalidInput& refused) {
    return refused.kind();
  }
  return std::nullopt;
}

/// Writing more than `bytes` to a file fails, as on a full disk, while this lives.
class FullDisk {
 public:
  explicit FullDisk(rlim_t bytes) : old_handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &old_);
    const rlimit small{.rlim_cur = bytes, .rlim_max = old_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
  }
  ~FullDisk() {
    ::setrlimit(RLIMIT_FSIZE, &old_);
    std::signal(SIGXFSZ, old_handler_);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;

 private:
  void (*old_handler_)(int);
  rlimit old_{};
};

TEST(RunFolder, HasItsNameOnlyWhenItIsFinished) {
  const test::TemporaryFolder place;
  RunFolder folder(place.path() / "out");
  folder.write("a.txt", "hello");
  EXPECT_FALSE(fs::exists(place.path() / "out"));
  folder.finish();
  EXPECT_EQ(place.entries(), Names{"out"});
  EXPECT_EQ(place.read("out/a.txt"), "hello");
  EXPECT_EQ(folder.target(), place.path() / "out");
}

TEST(RunFolder, LeavesNothingBehindWhenItIsNotFinished) {
  const test::TemporaryFolder place;
  {
    RunFolder folder(place.path() / "out");
    folder.write("a.txt", "hello");
    EXPECT_EQ(place.entries().size(), 1U);
  }
  EXPECT_TRUE(place.entries().empty());
}

TEST(RunFolder, TakesAwayWhatAKilledProgramLeftAndNothingElse) {
  const test::TemporaryFolder place;
  const auto left_with = [&](const char* name, fs::perms mode) {
    fs::create_directory(place.path() / name);
    std::ofstream(place.path() / name / "results.csv") << "half";
    fs::permissions(place.path() / name, mode);
  };
  left_with("out.partial-abc123", fs::perms::owner_all);  // as one is while it is filled
  left_with("out.partial-mine00", fs::perms::owner_all | fs::perms::group_read);
  left_with("out.partial-longer-than-ours", fs::perms::owner_all);
  left_with("outer.partial-abc123", fs::perms::owner_all);
  const RunFolder under_way(place.path() / "out");
  const Names with_one = place.entries();
  EXPECT_EQ(with_one.size(), 4u);
  EXPECT_EQ(std::count(with_one.begin(), with_one.end(), "out.partial-abc123"), 0);
  const RunFolder another(place.path() / "out");  // somebody is at work in the first one
  EXPECT_EQ(place.entries().size(), 5u);
}

TEST(RunFolder, RefusesATargetThatExists) {
  const test::TemporaryFolder place;
  fs::create_directory(place.path() / "folder");
  place.write("file", "keep");
  fs::create_symlink("nowhere", place.path() / "link");
  for (const char* name : {"folder", "folder/", "folder//", "file", "link"})
    EXPECT_EQ(refusal([&] { RunFolder folder(place.path() / name); }), FaultKind::configuration) << name;
  EXPECT_EQ(refusal([] { RunFolder folder("/"); }), FaultKind::configuration);
  EXPECT_EQ(refusal([] { RunFolder folder(""); }), FaultKind::configuration);
  EXPECT_EQ(place.entries(), (Names{"file", "folder", "link"}));
}

TEST(RunFolder, RefusesAPlaceWhereNothingCanBeMade) {
  const test::TemporaryFolder place;
  place.write("file", "");
  EXPECT_EQ(refusal([&] { RunFolder folder(place.path() / "file" / "out"); }), FaultKind::store);
  EXPECT_EQ(refusal([&] { RunFolder folder(place.path() / std::string(300, 'x')); }), FaultKind::store);
}

TEST(RunFolder, DoesNotReplaceWhatWasMadeMeanwhile) {
  const test::TemporaryFolder place;
  {
    RunFolder folder(place.path() / "out");
    folder.write("a.txt", "mine");
    fs::create_directory(place.path() / "out");
    place.write("out/a.txt", "theirs");
    EXPECT_EQ(refusal([&] { folder.finish(); }), FaultKind::store);
  }
  EXPECT_EQ(place.entries(), Names{"out"});
  EXPECT_EQ(place.read("out/a.txt"), "theirs");
}

TEST(RunFolder, ANameOfOursGetsANumberWhenItIsTaken) {
  const test::TemporaryFolder place;
  RunFolder first(place.path() / "run", RunFolder::IfTaken::next_number),
      second(place.path() / "run", RunFolder::IfTaken::next_number),
      third(place.path() / "run", RunFolder::IfTaken::next_number);
  for (RunFolder* folder : {&first, &second, &third}) folder->finish();
  EXPECT_EQ(place.entries(), (Names{"run", "run-2", "run-3"}));
  EXPECT_EQ(third.target(), place.path() / "run-3");
}

TEST(RunFolder, OnAFullDiskSaysSoAndCleansUp) {
  const test::TemporaryFolder place;
  {
    const FullDisk full(1000);
    RunFolder folder(place.path() / "out");
    folder.write("fits.txt", std::string(900, 'x'));
    EXPECT_EQ(refusal([&] { folder.write("does_not.txt", std::string(5000, 'x')); }), FaultKind::store);
  }
  EXPECT_TRUE(place.entries().empty());
}

TEST(RunFolder, CanBeReadByOthersOnceItIsFinished) {
  const test::TemporaryFolder place;
  RunFolder folder(place.path() / "out");
  folder.finish();
  EXPECT_EQ(fs::status(place.path() / "out").permissions(), fs::perms(0755));
}

}  // namespace
}  // namespace sotto
