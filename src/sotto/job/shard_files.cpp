// SPDX-License-Identifier: MIT
#include "sotto/job/shard_files.hpp"

#include "sotto/digest/digest.hpp"
#include "sotto/input/bytes.hpp"
#include "sotto/report/document/json_values.hpp"

namespace sotto {
namespace {

constexpr const char* schema = "sotto.shard/1";
constexpr std::size_t digest_length = 32;

std::string digest_bytes(std::string_view bytes) {
  return std::string(digest_of(bytes).view());
}

}  // namespace

std::string facts_json(const ShardFacts& facts) {
  return dump({{"schema", schema},
               {"private", false},
               {"kind", name_of(facts.kind)},
               {"name", facts.name},
               {"program", facts.program},
               {"run", facts.run},
               {"shard", facts.shard.number + 1},
               {"of", facts.shard.of},
               {"chunks", facts.shard.share_of(facts.chunks)},
               {"all_chunks", facts.chunks}});
}

ShardFacts facts_in(const NamedFile& file, const std::string& text) {
  return read_document(file, text, schema, [&](const Json& json) {
    const auto kind = value_named<JobKind>(json.at("kind").get_ref<const std::string&>());
    if (kind != JobKind::run && kind != JobKind::sweep) throw std::out_of_range("it is of no run and of no sweep");
    const auto count = [&](const char* key) { return json.at(key).get_ref<const Json::number_unsigned_t&>(); };
    ShardFacts facts{.kind = *kind,
                     .name = json.at("name"),
                     .program = json.at("program"),
                     .run = json.at("run"),
                     .shard = {.number = count("shard") - 1, .of = count("of")},
                     .chunks = count("all_chunks")};
    if (facts.shard.of == 0 || facts.shard.number >= facts.shard.of || facts.shard.of > facts.chunks)
      throw std::out_of_range("there is no such shard");
    return facts;
  });
}

std::string chunk_record(std::uint64_t chunk, std::string_view bytes) {
  BytesOut out;
  out.number(chunk);
  out.number(bytes.size());
  return out.take().append(digest_bytes(bytes)).append(bytes);
}

std::string ChunkRecords::take(std::uint64_t bytes) {
  // What is not there is not allocated: a length may be damaged.
  std::string taken;
  while (taken.size() < bytes) {
    const std::size_t before = taken.size();
    taken.resize(before + std::min<std::uint64_t>(bytes - before, std::uint64_t{1} << 22));
    std::size_t got = 0;
    try {
      got = opened_.read(std::span(taken).subspan(before));
    } catch (const std::ios_base::failure&) {
      refuse_file(file_, "cannot be read");
    }
    if (before + got < taken.size()) refuse_file(file_, "is damaged: it ends too early");
  }
  return taken;
}

std::string ChunkRecords::next(std::uint64_t chunk) {
  const std::string head = take(2 * sizeof(std::uint64_t) + digest_length);
  BytesIn in(std::string_view(head).substr(0, 2 * sizeof(std::uint64_t)), "chunk");
  const std::uint64_t number = in.number(), length = in.number();
  if (number != chunk) refuse_file(file_, "is damaged: a chunk is not in its place");
  std::string bytes = take(length);
  if (digest_bytes(bytes) != head.substr(2 * sizeof(std::uint64_t)))
    refuse_file(file_, "is damaged: chunk " + std::to_string(chunk) + " has another digest");
  return bytes;
}

}  // namespace sotto
