// SPDX-License-Identifier: MIT
// Any gradients to the clipping, and any numbers to a round on the lattice.
#include <cmath>

#include "fuzz/input.hpp"
#include "fuzz/targets.hpp"
#include "sotto/consensus/lattice_round.hpp"
#include "sotto/input/invalid_input.hpp"
#include "sotto/random/wide_integer.hpp"

namespace sotto::fuzz {
namespace {

constexpr std::size_t p = 3;

Uint128 squared_distance(std::span<const std::int64_t> a, std::span<const std::int64_t> b) {
  Uint128 sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += static_cast<Uint128>((Int128{a[k]} - b[k]) * (Int128{a[k]} - b[k]));
  return sum;
}

/// Three integers, each at most B long, and a sum of them that moved by at most 2 B.
void clip_two_neighbours(Input& input, const RecordClip& clip, QuantisedSum& mine, QuantisedSum& theirs) {
  const std::int64_t zero[p] = {};
  std::int64_t out[p] = {};
  for (int record = 0; record < 3; ++record) {
    const double gradient[p] = {input.number(), input.number(), input.number()};
    quantise(gradient, clip, out);
    if (squared_distance(out, zero) > static_cast<Uint128>(clip.bound()) * clip.bound())
      throw BrokenClaim("a record reaches further than its bound");
    if (record != 1) mine.add(gradient);
    if (record != 2) theirs.add(gradient);
  }
  if (squared_distance(mine.values(), theirs.values()) > static_cast<Uint128>(4) * clip.bound() * clip.bound())
    throw BrokenClaim("one record moves the sum further than twice its bound");
}

/// All of p = 3 coordinates.
Domain domain_of_kind(std::uint64_t kind, double size) {
  const Domain kinds[] = {Box{p, size},
                          Ball{p, size},
                          Simplex{p, size},
                          L1Ball{p, size},
                          Product{{Simplex{2, size}, Ball{1, size}}},
                          Product{{L1Ball{2, size}, Box{1, size / 2}}}};
  return kinds[kind];
}

}  // namespace

void clipping(Bytes bytes) {
  Input input(bytes);
  try {
    const double norm = input.number(), radius = input.number();
    const LatticeStep step{.step = input.number(), .noise_scale = input.number()};
    const Domain domain = domain_of_kind(input.word() % 6, radius);
    const RecordClip clip = RecordClip::to_norm(norm);
    QuantisedSum mine(p, clip), theirs(p, clip);
    clip_two_neighbours(input, clip, mine, theirs);
    check(domain);
    const LatticeRound round = make_lattice_round(step, domain, clip, 2);
    const double z[p] = {input.number(), input.number(), input.number()}, shared[p] = {input.number(), 0, -1};
    std::int64_t x[p] = {}, neighbour[p] = {};
    const PublicStep known{.step = step.step, .z = z, .shared_gradient = shared};
    lattice_estimate(round, domain, known, mine, x);
    lattice_estimate(round, domain, known, theirs, neighbour);
    if (squared_distance(x, neighbour) > static_cast<Uint128>(round.sensitivity) * round.sensitivity)
      throw BrokenClaim("one record moves the estimate further than was declared");
  } catch (const InvalidInput&) {
    return;  // refused: nothing is sent
  }
}

}  // namespace sotto::fuzz
