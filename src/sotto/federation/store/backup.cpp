// SPDX-License-Identifier: MIT
#include "sotto/federation/store/backup.hpp"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "sotto/federation/store/damage.hpp"
#include "sotto/federation/store/state_file.hpp"
#include "sotto/federation/store/store.hpp"
#include "sotto/files/opened_file.hpp"

namespace sotto {
namespace {

NamedFile named(const std::filesystem::path& file) {
  return {.field = "state", .path = file.string(), .kind = FaultKind::store};
}

Digest digest_of_file(const std::filesystem::path& file) {
  constexpr std::size_t largest_state = std::size_t{1} << 40;
  return digest_of(read_whole_file(named(file), largest_state));
}

/// A new, empty file that only its owner reads.
void make_file(const std::filesystem::path& file) {
  const int handle = open(file.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (handle < 0) refuse_state(file, errno == EEXIST ? "exists already, and is not replaced" : "cannot be made");
  const bool mode_set = fchmod(handle, 0600) == 0;
  close(handle);
  if (!mode_set) refuse_state(file, "cannot be closed to others");
}

/// Every page as the reader sees it, in one piece, forced to the disk by SQLite.
void copy_pages(Database& from, const std::filesystem::path& to) {
  sqlite3* copy = nullptr;
  int code = sqlite3_open_v2(to.c_str(), &copy, SQLITE_OPEN_READWRITE, nullptr);
  if (code == SQLITE_OK) code = sqlite3_exec(copy, "PRAGMA synchronous = FULL", nullptr, nullptr, nullptr);
  sqlite3_backup* backup = code == SQLITE_OK ? sqlite3_backup_init(copy, "main", from.handle(), "main") : nullptr;
  code = backup != nullptr ? sqlite3_backup_step(backup, -1) : SQLITE_ERROR;
  sqlite3_backup_finish(backup);
  sqlite3_close_v2(copy);
  if (code != SQLITE_DONE) refuse_state(to, "cannot be written: the disk is full, or fails");
}

std::filesystem::path folder_of(const std::filesystem::path& file) {
  return file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
}

/// All of alpha that both limits leave. Without a cap there is no second one.
BookedUnits all_that_is_left(const Balance& balance) {
  return {.planned = {.alpha = balance.alpha_left},
          .all_others = {.alpha = balance.alpha_all_left.value_or(balance.alpha_left)}};
}

/// What is left of every dataset is spent from now on; runs that could go on, or be released, can not any more.
void freeze(Store& store, Restored& done) {
  const Ledger ledger = store.ledger();
  for (const LedgerEntry& entry : ledger.history()) {
    if (entry.kind != EntryKind::debit || ledger.is_released(*entry.run) || store.runs().finished(*entry.run)) continue;
    ledger.close(*entry.run);
    done.closed.push_back(*entry.run);
  }
  for (const std::string& dataset : ledger.datasets()) {
    const BookedUnits left = all_that_is_left(ledger.balance(dataset));
    const Digest as_run = digest_of("sotto restore " + random_bytes(32));
    if (left.planned.alpha > 0) ledger.debit(as_run, dataset, left);  // no run fits where nothing is left of this
    done.frozen.push_back({dataset, left});
    store.audit().append("budget-frozen",
                         {{"dataset", dataset}, {"run", as_run.hex()}, {"alpha", std::to_string(left.planned.alpha)}});
  }
  store.audit().append(state_restored_event,
                       {{"backup", done.backup.digest.hex()}, {"entries", std::to_string(done.backup.ledger.entries)}});
}

/// A state in the making: nothing of it is the site's state before it is frozen. It goes, however this ends.
class Making {
 public:
  explicit Making(const std::filesystem::path& folder) : path_(folder / "restoring") {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
    if (mkdir(path_.c_str(), 0700) != 0) refuse_state(path_, std::string("cannot be made: ") + std::strerror(errno));
  }
  ~Making() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Making(const Making&) = delete;
  Making& operator=(const Making&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace

Backup write_backup(const std::filesystem::path& folder, const std::filesystem::path& file) {
  const Store store = Store::open_to_read(folder);
  make_file(file);
  copy_pages(store.database(), file);
  sync_folder(folder_of(file));
  return {.digest = digest_of_file(file), .ledger = store.ledger().head()};
}

Restored restore_backup(const std::filesystem::path& file, const std::filesystem::path& folder,
                        const std::string& owner) {
  check_state_folder(folder);
  for (const char* end : {"", "-wal", "-journal"}) {  // SQLite would play a log that was left over the new file
    const std::filesystem::path part = state_file(folder).string() + end;
    if (std::filesystem::exists(part) && (*end == '\0' || !std::filesystem::is_empty(part)))
      refuse_state(part,
                   "there is a state here, or the log of one, and a backup never takes its place: move it away, and "
                   "all whose names begin like it, if it is lost for sure");
  }
  FileStream backup(named(file));
  const Making made(folder);
  const std::filesystem::path& making = made.path();
  make_file(state_file(making));
  std::ofstream copy(state_file(making), std::ios::binary);
  copy << backup.rdbuf();
  copy.close();
  if (!copy) refuse_state(file, "cannot be read, or holds nothing; or the disk is full");
  Restored done;
  done.backup.digest = digest_of_file(state_file(making));
  {
    Store store = Store::open_copy(making, owner);
    done.backup.ledger = store.ledger().head();
    freeze(store, done);
  }
  std::filesystem::rename(making / "state.mark", folder / "state.mark");
  sync_folder(folder);                                              // a state never lies there without its mark
  std::filesystem::rename(state_file(making), state_file(folder));  // the last step: from here on it is the state
  sync_folder(folder);
  return done;
}

}  // namespace sotto
