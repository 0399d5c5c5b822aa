// SPDX-License-Identifier: MIT
// The seams of a node as the program for tests has them: it can be made to die at a place, its disk can fail, its clock
// can be off, and its noise can be seeded. It shows its sealed keys, and refuses every manifest that is not of a trial.
#include "sotto/federation/runner/seams.hpp"

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <thread>

#include "sotto/entropy/exact_noise.hpp"
#include "sotto/input/invalid_input.hpp"
#include "sotto/privacy/seeded_lattice_noise.hpp"

namespace sotto {
namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// From now on no write to a file succeeds.
void lose_the_disk() {
  const rlimit nothing{0, 0};
  std::signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &nothing);
}

/// TEST_CLOCK_DAYS="-100": the calendar of this process is so many days off. Its timers are not.
std::time_t seconds_off() {
  const char* const days = std::getenv("TEST_CLOCK_DAYS");  // asked before anything of this program runs: no string
  return days == nullptr ? 0 : 86400 * std::atoi(days);
}

enum class FailingSyncs { none, of_folders, all };
std::atomic<FailingSyncs> failing_syncs = FailingSyncs::none;

int answer_of_sync(long call, int descriptor) {
  struct stat file {};
  const bool fails = failing_syncs == FailingSyncs::all || (failing_syncs == FailingSyncs::of_folders &&
                                                            ::fstat(descriptor, &file) == 0 && S_ISDIR(file.st_mode));
  if (!fails) return static_cast<int>(::syscall(call, descriptor));
  errno = EIO;
  return -1;
}

/// TEST_KEYS="STATE TO": each sealed key of a session that lies in STATE is copied into TO, under a name of its own.
void show_keys() {
  const std::string folders = variable("TEST_KEYS");
  if (folders.empty()) return;
  namespace fs = std::filesystem;
  const fs::path state = folders.substr(0, folders.find(' ')), to = folders.substr(folders.find(' ') + 1);
  fs::create_directory(to);
  const auto count = std::distance(fs::directory_iterator(to), {});
  for (const auto& entry : fs::directory_iterator(state))
    if (entry.path().extension() == ".key")
      fs::copy_file(entry.path(), to / (std::to_string(count) + "-" + entry.path().filename().string()));
}

}  // namespace

/// In the place of the C library's, for SQLite too.
extern "C" [[gnu::visibility("default")]] int fsync(int descriptor) {
  return answer_of_sync(SYS_fsync, descriptor);
}
extern "C" [[gnu::visibility("default")]] int fdatasync(int descriptor) {
  return answer_of_sync(SYS_fdatasync, descriptor);
}

extern "C" int clock_gettime(clockid_t clock, timespec* time) noexcept {
  const int answer = static_cast<int>(::syscall(SYS_clock_gettime, clock, time));
  if (answer == 0 && clock == CLOCK_REALTIME) time->tv_sec += seconds_off();
  return answer;
}

extern "C" std::time_t time(std::time_t* place) noexcept {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  if (place != nullptr) *place = now.tv_sec;
  return now.tv_sec;
}

/// TEST_FAILPOINT="after commit:3": SIGKILL when that place is reached for the third time. The process goes on with
/// TEST_FAILURE="disk", without its disk, with TEST_FAILURE="fsync", on a disk that settles nothing any more ("fsync of
/// folders": no names), and with TEST_FAILURE="change FILE", which gets one byte more. TEST_PAUSE="computing:250": 250
/// ms are spent at that place whenever it is reached.
void failpoint(const char* name) {
  if (std::string_view(name) == "key kept") show_keys();
  static const std::string slow = variable("TEST_PAUSE");
  if (slow.substr(0, slow.find(':')) == name)
    std::this_thread::sleep_for(std::chrono::milliseconds(std::stoi(slow.substr(slow.find(':') + 1))));
  static const std::string wanted = variable("TEST_FAILPOINT");
  static int left = std::atoi(wanted.substr(wanted.find(':') + 1).c_str());
  if (wanted.substr(0, wanted.find(':')) != name || --left != 0) return;
  const std::string failure = variable("TEST_FAILURE");
  if (failure.empty()) std::raise(SIGKILL);
  if (failure == "disk") lose_the_disk();
  if (failure == "fsync") failing_syncs = FailingSyncs::all;
  if (failure == "fsync of folders") failing_syncs = FailingSyncs::of_folders;
  if (failure.starts_with("change ")) std::ofstream(failure.substr(7), std::ios::app) << '\n';
}

/// TEST_SEED: the noise that the reference engine draws from that seed. Without it the noise is exact, as in the
/// program.
std::unique_ptr<LatticeNoise> noise_of_node(const Manifest& manifest) {
  if (manifest.purpose() != Purpose::trial)
    throw InvalidInput({"federation.purpose", "real", "this program is for tests: it takes trials alone"});
  const std::string seed = variable("TEST_SEED");
  if (seed.empty()) return std::make_unique<ExactNoise>();
  return std::make_unique<SeededLatticeNoise>(SeededLatticeNoise::Key{.seed = std::stoull(seed), .trial = 0});
}

}  // namespace sotto
