// SPDX-License-Identifier: MIT
// Shards of runs and sweeps: all of them make the whole, to the last bit, and nothing else does.
#include <gtest/gtest.h>

#include "job/support.hpp"
#include "sotto/job/run_folder.hpp"
#include "support/ranks_of_threads.hpp"
#include "support/temporary_folder.hpp"

namespace sotto {
namespace {

namespace fs = std::filesystem;

std::unique_ptr<Job> some_run(const std::vector<std::string>& more = {}) {
  std::vector<std::string> all{"run.trials=100"};
  all.insert(all.end(), more.begin(), more.end());
  return run_job(Scenario(test::small(all)), "small");
}

struct ShardPlace {
  test::TemporaryFolder folder{};

  std::string at(const std::string& name) const { return (folder.path() / name).string(); }

  /// Runs a shard ("2 of 3") and writes its folder.
  std::string make(std::unique_ptr<Job> whole, std::uint64_t number, std::uint64_t of, const std::string& name) const {
    const std::unique_ptr<Job> shard = shard_job(std::move(whole), {.number = number - 1, .of = of});
    JobFolder out(*shard, {.out = at(name)}, test::some_maker);
    out.write(shard->run({.made_by = test::some_maker}).files());
    return at(name);
  }
  std::vector<std::string> make_all(const std::function<std::unique_ptr<Job>()>& whole, std::uint64_t of) const {
    std::vector<std::string> names;
    for (std::uint64_t number = of; number > 0; --number)  // in any order
      names.push_back(make(whole(), number, of, "s" + std::to_string(number)));
    return names;
  }
  /// What is said of them; "" where they are merged.
  static std::string refusal(const std::vector<std::string>& folders, const RunIdentity& program = test::some_maker) {
    try {
      merging_job(folders, program)->run({.made_by = program});
    } catch (const InvalidInput& refused) {
      EXPECT_EQ(refused.kind(), FaultKind::data);
      return refused.what();
    }
    return "";
  }
};

TEST(ShardJob, AllShardsOfARunMakeItsFolderByteForByte) {
  for (const std::string more : {"run.threads=1", "run.until_se=0.2"}) {
    const ShardPlace place;
    const auto whole = [&] { return some_run({more}); };
    const JobResult merged =
        merging_job(place.make_all(whole, 3), test::some_maker)->run({.made_by = test::some_maker});
    EXPECT_EQ(merged.files(), whole()->run({.made_by = test::some_maker}).files()) << more;
    EXPECT_EQ(merged.text(), whole()->run({.made_by = test::some_maker}).text());
  }
}

TEST(ShardJob, AllShardsOfASweepMakeItsFolderByteForByte) {
  const ShardPlace place;
  const auto whole = [] { return test::small_sweep_job(); };
  const JobResult merged = merging_job(place.make_all(whole, 4), test::some_maker)->run({.made_by = test::some_maker});
  EXPECT_EQ(merged.files(), whole()->run({.made_by = test::some_maker}).files());
}

TEST(ShardJob, OverRanksIsTheSameShard) {
  const std::unique_ptr<Job> shard = shard_job(some_run(), {.number = 1, .of = 2});
  const Files alone = shard->run({.made_by = test::some_maker}).files();
  Files together;
  test::run_on_ranks(3, [&](Ranks& own) {
    const JobResult result =
        shard_job(some_run(), {.number = 1, .of = 2})->run({.made_by = test::some_maker, .dealing = {.ranks = own}});
    EXPECT_EQ(static_cast<bool>(result.files), own.number() == 0);
    if (own.number() == 0) together = result.files();
  });
  EXPECT_EQ(together, alone);
}

TEST(ShardJob, SaysWhatItIs) {
  const JobResult result = shard_job(some_run(), {.number = 1, .of = 3})->run({.made_by = test::some_maker});
  EXPECT_TRUE(result.text().starts_with("SIMULATION: no privacy."));
  EXPECT_NE(result.text().find("Shard 2 of 3 of the run small: 2 of 7 chunks of trials."), std::string::npos)
      << result.text();
}

TEST(ShardJob, OfTooManyOrOfNoiseThatNobodyCanMakeAgainIsRefused) {
  EXPECT_THROW(shard_job(some_run(), {.number = 0, .of = 8}), InvalidInput) << "there are 7 chunks";
  EXPECT_NO_THROW(shard_job(some_run(), {.number = 6, .of = 7}));
  EXPECT_THROW(shard_job(some_run({"run.randomness=system", "privacy.mechanism=lattice"}), {.number = 0, .of = 2}),
               InvalidInput);
}

TEST(ShardJob, InterruptedKeepsNothing) {
  const JobResult result = shard_job(some_run(), {.number = 0, .of = 2})->run({.interrupt = test::at_once});
  EXPECT_EQ(result.verdict, JobVerdict::interrupted);
  EXPECT_FALSE(result.text);
}

TEST(MergingJob, NamesTheShardThatIsMissingDoubledOrForeign) {
  const ShardPlace place;
  const std::vector<std::string> all = place.make_all([] { return some_run(); }, 3);
  EXPECT_EQ(ShardPlace::refusal(all), "");
  EXPECT_NE(ShardPlace::refusal({all[0], all[2]}).find("shard 2 of 3 is missing"), std::string::npos);
  EXPECT_NE(ShardPlace::refusal({all[0], all[1], all[2], all[1]}).find("is shard 2 of 3, and so is " + all[1]),
            std::string::npos);
  const std::string foreign = place.make(some_run({"run.seed=2"}), 2, 3, "foreign");
  EXPECT_NE(ShardPlace::refusal({all[0], foreign, all[2]}).find(foreign + ": is a shard of another run"),
            std::string::npos)
      << ShardPlace::refusal({all[0], foreign, all[2]});
  const std::string of_four = place.make(some_run(), 2, 4, "of_four");
  EXPECT_NE(ShardPlace::refusal({all[0], of_four, all[2]}).find(of_four), std::string::npos);
  RunIdentity other = test::some_maker;
  other.version = "1.2.4";
  EXPECT_NE(ShardPlace::refusal(all, other).find("was made by sotto 1.2.3 abc; this is sotto 1.2.4 abc"),
            std::string::npos)
      << ShardPlace::refusal(all, other);
  fs::create_directory(place.at("empty"));
  EXPECT_NE(ShardPlace::refusal({all[0], place.at("empty")}).find("holds no shard.json"), std::string::npos);
}

TEST(MergingJob, RefusesDamagedChunksAndAConfigurationThatChanged) {
  const ShardPlace place;
  const std::vector<std::string> all = place.make_all([] { return some_run(); }, 2);
  const std::string chunks = place.folder.read("s1/chunks.bin");
  for (const std::size_t at : {std::size_t{0}, std::size_t{8}, std::size_t{20}, chunks.size() / 2, chunks.size() - 1}) {
    std::string damaged = chunks;
    damaged[at] = static_cast<char>(damaged[at] ^ 1);
    place.folder.write("s1/chunks.bin", damaged);
    EXPECT_NE(ShardPlace::refusal(all).find("is damaged"), std::string::npos) << at;
  }
  place.folder.write("s1/chunks.bin", chunks.substr(0, chunks.size() / 2));
  EXPECT_NE(ShardPlace::refusal(all).find("ends too early"), std::string::npos);
  place.folder.write("s1/chunks.bin", chunks);
  EXPECT_EQ(ShardPlace::refusal(all), "");
  const std::string configuration = place.folder.read("s1/configuration.toml");
  std::string changed = configuration;
  changed.replace(changed.find("trials = 100"), 12, "trials = 101");
  for (const char* shard : {"s1/configuration.toml", "s2/configuration.toml"}) place.folder.write(shard, changed);
  EXPECT_NE(ShardPlace::refusal(all).find("not what they were"), std::string::npos) << ShardPlace::refusal(all);
}

TEST(MergingJob, RefusesFactsThatCannotBe) {
  const ShardPlace place;
  const std::string shard = place.make(some_run(), 1, 1, "s1"), good = place.folder.read("s1/shard.json");
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    return text.replace(text.find(from), from.size(), to);
  };
  for (const std::string& text :
       {std::string(), std::string("{}"), with("sotto.shard/1", "sotto.shard/2"), with("\"of\": 1", "\"of\": 0"),
        with("\"shard\": 1", "\"shard\": 0"), with("\"shard\": 1", "\"shard\": -1"), with("\"of\": 1", "\"of\": 9"),
        with("\"kind\": \"run\"", "\"kind\": \"audit\""), with("\"all_chunks\": 7", "\"all_chunks\": 8")}) {
    place.folder.write("s1/shard.json", text);
    EXPECT_NE(ShardPlace::refusal({shard}), "") << text;
  }
}

}  // namespace
}  // namespace sotto
