// SPDX-License-Identifier: MIT
// Writes the raw bits of the seeded generator to stdout until nobody reads them, in one of the orders in which an
// experiment meets them: what `./dev randomness` gives to dieharder. Usage: sotto_raw_bits ORDER SEED.
#include <fmt/format.h>

#include <charconv>
#include <csignal>
#include <cstdio>
#include <string_view>
#include <vector>

#include "sotto/random/key.hpp"

namespace sotto::bench {
namespace {

/// A block of 128 bits: where it lies in the counter, and under which seed.
struct Address {
  std::uint64_t seed;
  Place place;
  std::uint32_t pair;
};

/// Address number k of an order that begins at a seed. A word that has run through all its values moves the next one.
struct Order {
  std::string_view name;
  Address (*at)(std::uint64_t seed, std::uint64_t k);
};

Address along_coordinates(std::uint64_t seed, std::uint64_t k) {
  constexpr std::uint32_t pairs = 1u << 28;
  return {seed, {.trial = static_cast<std::uint32_t>(k / pairs)}, static_cast<std::uint32_t>(k % pairs)};
}
Address along_nodes(std::uint64_t seed, std::uint64_t k) {
  return {seed, {.node = static_cast<std::uint32_t>(k), .round = static_cast<std::uint32_t>(k >> 32)}, 0};
}
Address along_rounds(std::uint64_t seed, std::uint64_t k) {
  return {seed, {.node = static_cast<std::uint32_t>(k >> 32), .round = static_cast<std::uint32_t>(k)}, 0};
}
Address along_trials(std::uint64_t seed, std::uint64_t k) {
  return {seed, {.trial = static_cast<std::uint32_t>(k), .round = static_cast<std::uint32_t>(k >> 32)}, 0};
}
Address along_seeds(std::uint64_t seed, std::uint64_t k) {
  return {seed + k, {.round = 1}, 0};
}
/// As an experiment of the paper's size goes through them: 5 pairs, 10 nodes, 1000 rounds, then the next trial.
Address along_a_run(std::uint64_t seed, std::uint64_t k) {
  const auto round = static_cast<std::uint32_t>(k / 50 % 1000 + 1);
  return {
      seed,
      {.trial = static_cast<std::uint32_t>(k / 50'000), .node = static_cast<std::uint32_t>(k / 5 % 10), .round = round},
      static_cast<std::uint32_t>(k % 5)};
}

constexpr Order orders[] = {{"run", along_a_run},     {"coordinates", along_coordinates}, {"nodes", along_nodes},
                            {"rounds", along_rounds}, {"trials", along_trials},           {"seeds", along_seeds}};

int refuse(std::string_view why) {
  fmt::print(stderr, "sotto_raw_bits: {}\nusage: sotto_raw_bits ORDER SEED, ORDER one of", why);
  for (const Order& order : orders) fmt::print(stderr, " {}", order.name);
  fmt::print(stderr, "\n");
  return 2;
}

/// Ends when nobody reads any more, and says how much was written.
void write_while_read(const Order& order, std::uint64_t seed) {
  std::signal(SIGPIPE, SIG_IGN);  // the end of the reader is then an error of writing
  std::vector<PhiloxCounter> blocks(1 << 14);
  for (std::uint64_t first = 0;; first += blocks.size()) {
    for (std::uint64_t k = 0; k < blocks.size(); ++k) {
      const Address at = order.at(seed, first + k);
      blocks[k] = random_bits(at.seed, at.place, at.pair);
    }
    if (std::fwrite(blocks.data(), sizeof(PhiloxCounter), blocks.size(), stdout) != blocks.size())
      return fmt::print(stderr, "order {}, seed {}: {:.1f} GB\n", order.name, seed,
                        static_cast<double>(first * sizeof(PhiloxCounter)) / 1e9);
  }
}

int run(std::string_view order_name, std::string_view seed_text) {
  std::uint64_t seed = 0;
  const auto [end, fault] = std::from_chars(seed_text.data(), seed_text.data() + seed_text.size(), seed);
  if (fault != std::errc{} || end != seed_text.data() + seed_text.size())
    return refuse(fmt::format("SEED is '{}', not an integer of 64 bits", seed_text));
  for (const Order& order : orders)
    if (order.name == order_name) {
      write_while_read(order, seed);
      return 0;
    }
  return refuse(fmt::format("there is no ORDER '{}'", order_name));
}

}  // namespace
}  // namespace sotto::bench

int main(int count, char** words) {
  if (count != 3) return sotto::bench::refuse("two words are needed");
  return sotto::bench::run(words[1], words[2]);
}
