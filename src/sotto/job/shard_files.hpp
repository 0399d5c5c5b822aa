// SPDX-License-Identifier: MIT
// The files of a shard: shard.json says what it is a part of, configuration.toml is the whole's, and chunks.bin holds
// what its chunks brought, in their order. Sources of this folder alone include this.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "sotto/files/opened_file.hpp"
#include "sotto/job/job.hpp"
#include "sotto/report/document/provenance.hpp"
#include "sotto/simulation/comparison/dealing.hpp"

namespace sotto {

inline constexpr const char* shard_file = "shard.json";
inline constexpr const char* chunks_file = "chunks.bin";
inline constexpr const char* configuration_file = "configuration.toml";

struct ShardFacts {
  JobKind kind;         ///< of the whole: a run or a sweep
  std::string name;     ///< what its folder would be called
  std::string program;  ///< who made it
  std::string run;      ///< a digest of all that the whole depends on
  Shard shard;
  std::uint64_t chunks;  ///< of the whole

  bool operator==(const ShardFacts&) const = default;
};
std::string facts_json(const ShardFacts& facts);
/// InvalidInput (data) where they cannot be understood.
ShardFacts facts_in(const NamedFile& file, const std::string& text);

/// A chunk as it lies in chunks.bin: its number, its length, a digest, its bytes.
std::string chunk_record(std::uint64_t chunk, std::string_view bytes);

/// Reads the records one after the other.
class ChunkRecords {
 public:
  explicit ChunkRecords(NamedFile file) : file_(std::move(file)), opened_(open_to_read(file_, Links::refused)) {}

  /// The next one, which must be of this chunk. InvalidInput (data) otherwise.
  std::string next(std::uint64_t chunk);

 private:
  std::string take(std::uint64_t bytes);

  NamedFile file_;
  OpenedFile opened_;
};

}  // namespace sotto
