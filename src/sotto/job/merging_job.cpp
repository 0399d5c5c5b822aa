// SPDX-License-Identifier: MIT
// The run or sweep that all its shards come to, as a job.
#include <fmt/format.h>

#include <map>

#include "sotto/digest/digest.hpp"
#include "sotto/job/jobs.hpp"
#include "sotto/job/shard_files.hpp"

namespace sotto {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t largest_text = std::size_t{1} << 26;

NamedFile file_in(const std::string& folder, const char* name) {
  return {.field = "DIR", .path = (fs::path(folder) / name).string()};
}

struct FoundShard {
  std::string folder;
  ShardFacts facts;
};

FoundShard shard_in(const std::string& folder) {
  const NamedFile file = file_in(folder, shard_file);
  std::error_code error;
  if (!fs::exists(file.path, error))
    throw InvalidInput({"DIR", printable_path(folder), "holds no shard.json: it is not the folder of a shard"},
                       FaultKind::data);
  return {.folder = folder, .facts = facts_in(file, read_whole_file(file, largest_text, Links::refused))};
}

/// Whether the two are shards of one whole.
bool same_whole(const ShardFacts& a, const ShardFacts& b) {
  ShardFacts other = b;
  other.shard.number = a.shard.number;
  other.name = a.name;  // a file may have been given another one
  return a == other;
}

/// By their numbers; all faults at once.
std::map<std::uint64_t, FoundShard> checked(const std::vector<std::string>& folders, const std::string& program) {
  std::map<std::uint64_t, FoundShard> shards;
  Faults faults;
  std::optional<ShardFacts> first;
  for (const std::string& folder : folders) {
    FoundShard found = shard_in(folder);
    const auto blame = [&](const std::string& rule) { faults.add({"DIR", printable_path(folder), rule}); };
    if (!first) first = found.facts;
    if (found.facts.program != program)
      blame("was made by " + printable(found.facts.program) + "; this is " + program);
    else if (!same_whole(*first, found.facts))
      blame("is a shard of another " + std::string(name_of(first->kind)) + " than " + printable_path(folders.front()));
    else if (const auto [at, is_new] = shards.try_emplace(found.facts.shard.number, std::move(found)); !is_new)
      blame(fmt::format("is shard {} of {}, and so is {}", at->first + 1, first->shard.of,
                        printable_path(at->second.folder)));
  }
  for (std::uint64_t number = 0; first && number < first->shard.of && !faults.full(); ++number)
    if (!shards.contains(number))
      faults.add({"DIR", "", fmt::format("shard {} of {} is missing", number + 1, first->shard.of)});
  faults.throw_if_any(FaultKind::data);
  return shards;
}

std::unique_ptr<Job> whole_of(const FoundShard& shard) {
  Settings settings;
  settings.add_file(file_in(shard.folder, configuration_file).path);
  if (shard.facts.kind == JobKind::run) return run_job(scenario_of_run(read_configuration(settings)), shard.facts.name);
  if (!settings.sweep())
    throw InvalidInput(
        {"DIR", printable_path(shard.folder), "is of a sweep, but its configuration.toml describes none"},
        FaultKind::data);
  return sweep_job(check_sweep(only_sweep, settings), shard.facts.name);
}

class MergingJob final : public Job {
 public:
  MergingJob(std::unique_ptr<Job> whole, std::map<std::uint64_t, FoundShard> shards)
      : Job(whole->kind(), whole->name()), whole_(std::move(whole)), shards_(std::move(shards)) {}

  std::vector<std::string> warnings() const override { return whole_->warnings(); }

  JobResult run(const JobContext& context) const override {
    std::vector<ChunkRecords> records;
    for (const auto& [number, shard] : shards_) records.emplace_back(file_in(shard.folder, chunks_file));
    return whole_->run(
        {.made_by = context.made_by,
         .interrupt = context.interrupt,
         .progress = context.progress,
         .remark = context.remark,
         .dealing = {.find = [&](std::uint64_t chunk) { return records[chunk % records.size()].next(chunk); }}});
  }

 private:
  std::unique_ptr<Job> whole_;
  std::map<std::uint64_t, FoundShard> shards_;
};

}  // namespace

std::unique_ptr<Job> merging_job(const std::vector<std::string>& folders, const RunIdentity& program) {
  std::map<std::uint64_t, FoundShard> shards = checked(folders, "sotto " + program.version + " " + program.commit);
  const FoundShard& first = shards.begin()->second;
  std::unique_ptr<Job> whole = whole_of(first);
  if (sha256(whole->identity_of_trials()) != first.facts.run || whole->chunks() != first.facts.chunks)
    throw InvalidInput({"DIR", printable_path(first.folder),
                        "is of a run whose configuration or files are not what they were any more"},
                       FaultKind::data);
  return std::make_unique<MergingJob>(std::move(whole), std::move(shards));
}

}  // namespace sotto
