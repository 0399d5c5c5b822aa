// SPDX-License-Identifier: MIT
// A part of the chunks of a run or a sweep, as a job.
#include <fmt/format.h>

#include "sotto/digest/digest.hpp"
#include "sotto/job/jobs.hpp"
#include "sotto/job/shard_files.hpp"

namespace sotto {
namespace {

struct FinishedShard {
  ShardFacts facts;
  std::string configuration;
  std::string records;
};

std::string text_of(const ShardFacts& facts) {
  return fmt::format(
      "SIMULATION: no privacy. Seeded noise can be subtracted by whoever holds the seed.\n\n"
      "Shard {} of {} of the {} {}: {} of {} chunks of trials.\n"
      "`sotto merge` makes its folder of all {} shards.\n",
      facts.shard.number + 1, facts.shard.of, name_of(facts.kind), facts.name, facts.shard.share_of(facts.chunks),
      facts.chunks, facts.shard.of);
}

class ShardJob final : public Job {
 public:
  ShardJob(std::unique_ptr<Job> whole, Shard shard)
      : Job(JobKind::shard, fmt::format("{}-{}-of-{}", whole->name(), shard.number + 1, shard.of)),
        whole_(std::move(whole)),
        shard_(shard) {}

  std::vector<std::string> warnings() const override { return whole_->warnings(); }

  JobResult run(const JobContext& context) const override {
    const auto done = std::make_shared<FinishedShard>(
        FinishedShard{.facts = facts(context.made_by), .configuration = whole_->resolved(), .records = {}});
    const JobResult result = whole_->run({.made_by = context.made_by,
                                          .interrupt = context.interrupt,
                                          .progress = context.progress,
                                          .remark = context.remark,
                                          .tell_operator = context.tell_operator,
                                          .dealing = {.ranks = context.dealing.ranks,
                                                      .shard = shard_,
                                                      .keep = [&](std::uint64_t chunk, const std::string& bytes) {
                                                        done->records += chunk_record(chunk, bytes);
                                                      }}});
    if (result.verdict == JobVerdict::interrupted)
      return {.verdict = JobVerdict::interrupted, .interrupted = "nothing of a shard is kept before it is whole"};
    if (context.dealing.ranks.number() != 0) return {};
    return {.text = [done] { return text_of(done->facts); },
            .json = [done] { return facts_json(done->facts); },
            .files =
                [done] {
                  return Files{{shard_file, facts_json(done->facts)},
                               {configuration_file, done->configuration},
                               {chunks_file, done->records}};
                }};
  }

 private:
  ShardFacts facts(const RunIdentity& made_by) const {
    return {.kind = whole_->kind(),
            .name = whole_->name(),
            .program = "sotto " + made_by.version + " " + made_by.commit,
            .run = sha256(whole_->identity_of_trials()),
            .shard = shard_,
            .chunks = whole_->chunks()};
  }

  std::unique_ptr<Job> whole_;
  Shard shard_;
};

}  // namespace

std::unique_ptr<Job> shard_job(std::unique_ptr<Job> whole, Shard shard) {
  const std::string shown = fmt::format("{}/{}", shard.number + 1, shard.of);
  if (whole->identity_of_trials().empty())
    throw InvalidInput({"--shard", shown,
                        "cannot be a part of a run with run.randomness = \"system\": nobody can make its noise again"});
  if (shard.of > whole->chunks())
    throw InvalidInput({"--shard", shown,
                        fmt::format("is one of too many: the trials of this {} are {} chunks", name_of(whole->kind()),
                                    whole->chunks())});
  return std::make_unique<ShardJob>(std::move(whole), shard);
}

}  // namespace sotto
