// SPDX-License-Identifier: MIT
#include "sotto/federation/store/mark.hpp"

#include <sstream>

namespace sotto {
namespace {

constexpr std::string_view first_line = "sotto mark 1\n";
constexpr std::string_view last_word = "\ndigest ";

std::string line(const std::string& name, const ChainHead& head) {
  return name + " " + std::to_string(head.entries) + " " + head.hash.hex() + "\n";
}

std::optional<Digest> take_digest(std::istringstream& words) {
  std::string hex;
  words >> hex;
  return digest_from_hex(hex);
}

bool take_head(std::istringstream& words, ChainHead& head) {
  words >> head.entries;
  const std::optional<Digest> hash = take_digest(words);
  if (hash) head.hash = *hash;
  return hash && head.entries >= 0;
}

bool take_line(std::istringstream& words, Mark& mark) {
  std::string kind, table;
  words >> kind;
  if (kind == "counter") return static_cast<bool>(words >> mark.counter);
  if (kind == "heard") return take_head(words, mark.heard);
  if (kind == "chain") return words >> table && take_head(words, mark.chains[table]);
  const std::optional<Digest> digest = take_digest(words);
  if (!digest) return false;
  if (kind == "state") mark.state = *digest;
  if (kind == "rounds") mark.run = digest;
  if (kind == "rounds") return take_head(words, mark.rounds);
  if (kind == "lost") mark.lost.push_back({.run = *digest});
  return kind == "state" || (kind == "lost" && words >> mark.lost.back().promised);
}

}  // namespace

Mark after(Mark before, const ChainEnds& ends) {
  Mark mark = std::move(before);
  for (const auto& [key, head] : ends.moved()) {
    if (key.first != &tables::rounds) {
      mark.chains[std::string(key.first->name)] = head;
      continue;
    }
    mark.run = digest_from_bytes(std::get<Blob>(key.second).bytes);
    mark.rounds = head;
    const std::int64_t last = tables::rounds.first + head.entries - 1;
    std::erase_if(mark.lost, [&](const LostRounds& lost) { return lost.run == *mark.run && lost.promised <= last; });
  }
  mark.heard = ends.heard();
  return mark;
}

std::optional<std::int64_t> promised_round(const Mark& mark, const Digest& run) {
  std::optional<std::int64_t> last;
  if (mark.run == run && mark.rounds.entries > 0) last = tables::rounds.first + mark.rounds.entries - 1;
  for (const LostRounds& lost : mark.lost)
    if (lost.run == run) last = std::max(last.value_or(0), lost.promised);
  return last;
}

std::string text_of(const Mark& mark) {
  std::string text(first_line);
  text += "state " + mark.state.hex() + "\ncounter " + std::to_string(mark.counter) + "\n";
  for (const auto& [table, head] : mark.chains) text += line("chain " + table, head);
  if (mark.run) text += line("rounds " + mark.run->hex(), mark.rounds);
  for (const LostRounds& lost : mark.lost)
    text += "lost " + lost.run.hex() + " " + std::to_string(lost.promised) + "\n";
  text += line("heard", mark.heard);
  return text + "digest " + digest_of(text).hex() + "\n";
}

std::optional<Mark> mark_from(std::string_view text) {
  const std::size_t end = text.find(last_word);
  if (!text.starts_with(first_line) || end == std::string_view::npos) return std::nullopt;
  const std::string_view body = text.substr(0, end + 1);
  if (digest_from_hex(text.substr(end + last_word.size(), 64)) != digest_of(body)) return std::nullopt;
  Mark mark;
  std::istringstream lines{std::string(body.substr(first_line.size()))};
  for (std::string one; std::getline(lines, one);)
    if (std::istringstream words(one); !take_line(words, mark)) return std::nullopt;
  return mark;
}

}  // namespace sotto
