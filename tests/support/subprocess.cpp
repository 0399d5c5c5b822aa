// SPDX-License-Identifier: MIT
// Runs a program and keeps what it said.
#include "support/subprocess.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <stdexcept>
#include <string_view>

namespace sotto::test {
namespace {

constexpr int looking_again_ms = 5;

class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  ~Descriptor() { close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int number() const { return number_; }
  bool open() const { return number_ >= 0; }
  void set(int number) {
    if (number < 0) throw std::runtime_error("a descriptor could not be opened");
    number_ = number;
  }
  void close() {
    if (open()) ::close(number_);
    number_ = -1;
  }

 private:
  int number_;
};

/// Two ends of a pipe, or of a pseudo-terminal.
struct Channel {
  Descriptor ours, theirs;

  void make_pipe() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
    ours.set(ends[0]);
    theirs.set(ends[1]);
  }
  void make_terminal(unsigned short columns = 0) {
    ours.set(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC));
    ::grantpt(ours.number());
    ::unlockpt(ours.number());
    theirs.set(::open(::ptsname(ours.number()), O_RDWR | O_NOCTTY | O_CLOEXEC));
    const winsize size{.ws_row = 24, .ws_col = columns, .ws_xpixel = 0, .ws_ypixel = 0};
    if (columns > 0) ::ioctl(theirs.number(), TIOCSWINSZ, &size);
  }
};

bool is_inherited(std::string_view variable) {
  return !variable.starts_with("SOTTO_") && !variable.starts_with("NO_COLOR=") && !variable.starts_with("CLICOLOR");
}

std::vector<std::string> environment_for(const Launch& launch) {
  std::vector<std::string> variables;
  for (char** variable = environ; *variable != nullptr; ++variable)
    if (is_inherited(*variable)) variables.emplace_back(*variable);
  for (const auto& [name, value] : launch.environment) variables.push_back(name + "=" + value);
  return variables;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// Between fork and exec: calls that are safe there, and nothing else.
[[noreturn]] void become(const Launch& launch, char* const* words, char* const* environment, int out, int err) {
  constexpr int cannot_start = 127;
  const int nothing = ::open("/dev/null", O_RDONLY);
  if (nothing < 0 || ::dup2(nothing, STDIN_FILENO) < 0 || ::dup2(out, STDOUT_FILENO) < 0 ||
      ::dup2(err, STDERR_FILENO) < 0)
    ::_exit(cannot_start);
  if (launch.largest_file) {
    const rlimit size{.rlim_cur = *launch.largest_file, .rlim_max = *launch.largest_file};
    if (::setrlimit(RLIMIT_FSIZE, &size) != 0) ::_exit(cannot_start);
  }
  for (const int signal : {SIGINT, SIGTERM, SIGPIPE, SIGXFSZ}) std::signal(signal, SIG_DFL);
  if (::chdir(launch.folder.c_str()) != 0) ::_exit(cannot_start);
  ::execve(words[0], words, environment);
  ::_exit(cannot_start);
}

/// Takes what there is; closes our end when nothing more can come (a terminal then says EIO).
void drain(Descriptor& from, std::string& into) {
  std::array<char, 65536> buffer{};
  const ::ssize_t count = ::read(from.number(), buffer.data(), buffer.size());
  if (count > 0)
    into.append(buffer.data(), static_cast<std::size_t>(count));
  else if (count == 0 || errno != EINTR)
    from.close();
}

class Child {
 public:
  Child(const Launch& launch, ::pid_t id) : launch_(launch), id_(id) {}

  /// Reads both channels until they end, and sends signals when it is time to.
  void listen(Descriptor& out, Descriptor& err, Transcript& said) {
    const auto end = std::chrono::steady_clock::now() + launch_.limit;
    while (out.open() || err.open()) {
      std::array<pollfd, 2> waiting{pollfd{out.number(), POLLIN, 0}, pollfd{err.number(), POLLIN, 0}};
      ::poll(waiting.data(), waiting.size(), looking_again_ms);
      if (out.open() && waiting[0].revents != 0) drain(out, said.out);
      if (err.open() && waiting[1].revents != 0) drain(err, said.err);
      if (launch_.signal_when && !signalled_ && launch_.signal_when(said)) {
        ::kill(id_, launch_.signal);
        signalled_ = true;
      }
      if (!said.too_slow && std::chrono::steady_clock::now() > end) {
        ::kill(id_, SIGKILL);
        said.too_slow = true;
      }
    }
  }

  int wait() const {
    int status = 0;
    while (::waitpid(id_, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

 private:
  const Launch& launch_;
  ::pid_t id_;
  bool signalled_ = false;
};

}  // namespace

Transcript run_subprocess(const Launch& launch) {
  std::vector<std::string> words = launch.words, variables = environment_for(launch);
  const std::vector<char*> word_pointers = pointers_to(words), variable_pointers = pointers_to(variables);
  Channel out, err;
  if (launch.columns > 0)
    out.make_terminal(launch.columns);
  else if (launch.stdout_to.empty())
    out.make_pipe();
  else
    out.theirs.set(::open(launch.stdout_to.c_str(), O_WRONLY | O_CLOEXEC));
  launch.terminal ? err.make_terminal() : err.make_pipe();
  const ::pid_t id = ::fork();
  if (id < 0) throw std::runtime_error("no fork");
  if (id == 0) become(launch, word_pointers.data(), variable_pointers.data(), out.theirs.number(), err.theirs.number());
  out.theirs.close();
  err.theirs.close();
  Transcript said;
  Child child(launch, id);
  child.listen(out.ours, err.ours, said);
  said.code = child.wait();
  return said;
}

}  // namespace sotto::test
