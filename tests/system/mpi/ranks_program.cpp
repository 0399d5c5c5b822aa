// SPDX-License-Identifier: MIT
#include "system/mpi/ranks_program.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <fstream>

namespace sotto::test {

namespace fs = std::filesystem;

std::optional<::pid_t> process_of(const Program& sotto, int rank) {
  const std::string wanted = "OMPI_COMM_WORLD_RANK=" + std::to_string(rank);
  std::error_code error;
  for (const auto& entry : fs::directory_iterator("/proc", error)) {
    const std::string name = entry.path().filename().string();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    if (fs::read_symlink(entry.path() / "cwd", error) != fs::canonical(sotto.folder.path())) continue;
    std::ifstream file(entry.path() / "environ", std::ios::binary);
    for (std::string word; std::getline(file, word, '\0');)
      if (word == wanted) return std::stoi(name);
  }
  return std::nullopt;
}

void run_and_kill(const Program& sotto, Launch launch, int rank) {
  std::optional<std::chrono::steady_clock::time_point> killed;
  launch.signal = SIGKILL;  // of mpirun itself, which then says nothing any more
  launch.signal_when = [&](const Transcript&) {
    const auto now = std::chrono::steady_clock::now();
    if (killed) return now - *killed > std::chrono::seconds(30);
    if (!has_state(sotto)) return false;
    const std::optional<::pid_t> process = process_of(sotto, rank);
    if (process && ::kill(*process, SIGKILL) == 0) killed = now;
    return false;
  };
  const Transcript said = run_subprocess(launch);
  EXPECT_TRUE(killed);
  EXPECT_NE(said.code, 0);
  EXPECT_TRUE(contains(said.err, "exited on signal 9")) << said.err;
  EXPECT_TRUE(has_state(sotto));
}

Transcript run_and_lose_the_disk(const Program& sotto, Launch launch, std::function<bool(const Transcript&)> when) {
  bool full = false;
  launch.signal_when = [&](const Transcript& said) {
    if (full || !when(said)) return false;
    const rlimit small{.rlim_cur = 100, .rlim_max = 100};
    const std::optional<::pid_t> process = process_of(sotto, 0);
    full = process && ::prlimit(*process, RLIMIT_FSIZE, &small, nullptr) == 0;
    return false;
  };
  const Transcript said = run_subprocess(launch);
  EXPECT_TRUE(full);
  EXPECT_EQ(said.code, 7) << said.err;
  EXPECT_TRUE(contains(said.err, "sotto: error: --out = result")) << said.err;
  EXPECT_TRUE(contains(said.err, "cannot be written: File too large")) << said.err;
  return said;
}

void run_and_signal(const Program& sotto, Launch launch, int signal) {
  launch.environment.emplace_back("OMPI_MCA_odls_base_sigkill_timeout", "5");  // mpirun waits so long, always
  launch.signal = signal;
  launch.signal_when = [&](const Transcript&) { return has_state(sotto); };
  const Transcript said = run_subprocess(launch);
  EXPECT_NE(said.code, 0);
  EXPECT_TRUE(contains(said.err, "; what was done is kept")) << said.err;
  EXPECT_TRUE(has_state(sotto));
  EXPECT_EQ(Json::parse(sotto.folder.read("result/run.json")).at("interrupted"), true);
}

}  // namespace sotto::test
