// SPDX-License-Identifier: MIT
// A stream of ours gives what a std::ifstream gives.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <vector>

#include "sotto/files/opened_file.hpp"
#include "sotto/input/long_wait.hpp"
#include "support/temporary_folder.hpp"

namespace sotto {
namespace {

/// Longer than two buffers, and no two places look the same.
std::string many_bytes() {
  std::string bytes;
  for (int k = 0; k < 40'000; ++k) bytes += std::to_string(k) + "\n";
  return bytes;
}

class FileStreams : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_.write("bytes", bytes_);
    theirs_.open(path(), std::ios::binary);
  }
  std::string path() const { return (folder_.path() / "bytes").string(); }

  std::string bytes_ = many_bytes();
  test::TemporaryFolder folder_;
  std::ifstream theirs_;
};

TEST_F(FileStreams, GiveAllBytesAndThenTheEnd) {
  FileStream ours({.field = "f", .path = path()});
  const std::string all{std::istreambuf_iterator<char>(ours), {}};
  EXPECT_EQ(all, bytes_);
  char more = 0;
  EXPECT_FALSE(ours.read(&more, 1));
  EXPECT_TRUE(ours.eof());
}

TEST_F(FileStreams, SayHowMuchIsReadToWhoListens) {
  std::vector<double> shares;
  {
    const ListeningToWaits ears([&](const char*, double share, WaitOn on) {
      EXPECT_EQ(on, WaitOn::records);
      shares.push_back(share);
    });
    FileStream ours({.field = "f", .path = path()});
    const std::string all{std::istreambuf_iterator<char>(ours), {}};
  }
  ASSERT_GE(shares.size(), 4U);
  EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));
  EXPECT_LT(shares.front(), 0.4);
  EXPECT_EQ(shares.back(), 1.0);
}

TEST_F(FileStreams, ReadPiecesAndTellPlacesAsOthersDo) {
  FileStream ours({.field = "f", .path = path()});
  std::string here(70'001, '\0'), there = here;
  for (const std::streamsize piece : {1, 3, 65535, 65536, 70'001, 1}) {
    ours.read(here.data(), piece);
    theirs_.read(there.data(), piece);
    EXPECT_EQ(here, there);
    EXPECT_EQ(ours.tellg(), theirs_.tellg());
  }
}

TEST_F(FileStreams, SeekAsOthersDo) {
  FileStream ours({.field = "f", .path = path()});
  ours.get();
  ours.seekg(0, std::ios::end);
  EXPECT_EQ(ours.tellg(), std::streamoff(bytes_.size()));
  for (const std::streamoff place : {0, 5, 65536, 100'000, 7}) {
    ours.seekg(place);
    EXPECT_EQ(ours.tellg(), place);
    EXPECT_EQ(ours.get(), static_cast<unsigned char>(bytes_[static_cast<std::size_t>(place)]));
    ours.seekg(2, std::ios::cur);
    EXPECT_EQ(ours.get(), static_cast<unsigned char>(bytes_[static_cast<std::size_t>(place) + 3]));
  }
}

TEST_F(FileStreams, AreRefusedWhereTheFileIs) {
  EXPECT_THROW(FileStream({.field = "f", .path = "/dev/zero"}), InvalidInput);
}

}  // namespace
}  // namespace sotto
