// SPDX-License-Identifier: MIT
// The installed library: a program that knows nothing but find_package(sotto) is built against it and runs.
#include <gtest/gtest.h>

#include "support/subprocess.hpp"
#include "support/temporary_folder.hpp"

namespace sotto::test {
namespace {

namespace fs = std::filesystem;

class Consumer : public testing::Test {
 protected:
  /// Runs to the end, or fails with what was said.
  Transcript run(const std::vector<std::string>& words) const {
    const Transcript said =
        run_subprocess({.words = words, .folder = folder_.path(), .limit = std::chrono::minutes(5)});
    EXPECT_EQ(said.code, 0) << words[1] << "\n" << said.out << said.err;
    return said;
  }
  Transcript cmake(std::vector<std::string> words) const {
    words.insert(words.begin(), CMAKE_PROGRAM);
    return run(words);
  }
  std::string at(const std::string& name) const { return (folder_.path() / name).string(); }

  /// Neither our warnings nor our paths, nor headers that no public one includes, nor what those would need.
  void expect_nothing_of_ours_alone() const {
    for (const fs::directory_entry& file : fs::recursive_directory_iterator(at("installed"))) {
      EXPECT_NE(file.path().filename(), "json_values.hpp") << "is not public";
      if (file.path().extension() != ".cmake") continue;
      const std::string text = folder_.read(fs::relative(file.path(), folder_.path()).string());
      for (const std::string leaked : {"-Wall", "-Werror", "sotto_flags", SOTTO_SOURCE_DIR, "Eigen3::"})
        EXPECT_EQ(text.find(leaked), std::string::npos) << file.path() << " holds " << leaked;
    }
  }

  TemporaryFolder folder_;
};

TEST_F(Consumer, FindsTheInstalledLibraryRunsItsOwnObjectiveAndIsGivenNothingElse) {
  cmake({"--install", BUILD_FOLDER, "--prefix", at("installed")});
  cmake({"-S", std::string(SOTTO_SOURCE_DIR) + "/examples/05_own_objective", "-B", at("build"), "-G", GENERATOR,
         "-DCMAKE_PREFIX_PATH=" + at("installed"), "-DCMAKE_CXX_COMPILER=" CXX_COMPILER,
         "-DCMAKE_CXX_FLAGS=" CXX_FLAGS});
  cmake({"--build", at("build")});

  const Transcript said = run({at("build/own_objective"), "nothing"});
  EXPECT_NE(said.out.find("epsilon = 1, delta = 1e-08"), std::string::npos) << said.out;
  const std::string answer = "typical stay: ";
  const std::size_t found = said.out.find(answer);
  ASSERT_NE(found, std::string::npos) << said.out;
  // Noise is not seeded here. Its standard deviation is below D0/(mu sqrt(5 alpha)) = 0.3: beyond 3 is ten of them.
  EXPECT_NEAR(std::stod(said.out.substr(found + answer.size())), 8, 3);

  EXPECT_TRUE(fs::exists(at("installed/bin/sotto")));
  for (const char* page : {"man/man1/sotto.1", "man/man1/sotto-manifest-sign.1", "bash-completion/completions/sotto",
                           "zsh/site-functions/_sotto", "fish/vendor_completions.d/sotto.fish"})
    EXPECT_TRUE(fs::exists(at(std::string("installed/share/") + page))) << page;
  expect_nothing_of_ours_alone();
}

}  // namespace
}  // namespace sotto::test
