// SPDX-License-Identifier: MIT
// A bit that flips anywhere in the file is found, or changed nothing that the state holds.
#include <gtest/gtest.h>

#include "federation/store/some_state.hpp"
#include "support/random_points.hpp"

namespace sotto {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): a test's own words

TEST(FlippedBit, IsRefusedOrChangesNothingThatIsHeld) {
  const TemporaryFolder folder;
  {
    Store store = Store::create_or_open(folder.path(), owner_key);
    store.start("0.1.0");
    fill(store);
    fill_masked(store);
  }
  const std::string whole = folder.read("state.sqlite");
  const std::string before = contents(Store::open_to_read(folder.path()));
  RandomPoints points(31);
  int refused = 0, harmless = 0;
  const auto flip = [&](std::size_t bit) {
    std::string spoilt = whole;
    spoilt[bit / 8] = static_cast<char>(spoilt[bit / 8] ^ (1 << (bit % 8)));
    folder.write("state.sqlite", spoilt);
    try {
      EXPECT_EQ(contents(Store::open_to_read(folder.path())), before) << "bit " << bit;
      ++harmless;
    } catch (const InvalidInput& fault) {
      EXPECT_EQ(fault.kind(), FaultKind::store) << "bit " << bit << ": " << fault.what();
      ++refused;
    }
  };
  for (std::size_t byte = 0; byte < 108; ++byte) flip(8 * byte + points.below(8));
  for (std::size_t page = 0; page < whole.size() / 4096; ++page)
    for (int k = 0; k < 6 * SOTTO_FLIPS; ++k)
      flip(8 * 4096 * page + (k < 2 * SOTTO_FLIPS ? points.below(8 * 16) : points.below(8 * 4096)));
  // where rows lie: the ends of pages
  for (std::size_t page = 0; page < whole.size() / 4096; ++page)
    for (int k = 0; k < 3 * SOTTO_FLIPS; ++k) flip(8 * 4096 * (page + 1) - 1 - points.below(8 * 300));
  EXPECT_GT(refused, 60 * SOTTO_FLIPS);
  EXPECT_GT(harmless, 10 * SOTTO_FLIPS);  // space that no row uses
}

}  // namespace
}  // namespace sotto
