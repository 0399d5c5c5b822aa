// SPDX-License-Identifier: MIT
// Any bytes as the file of a store; or a real store's, with some of them changed.
#include <stdlib.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "fuzz/read_or_refuse.hpp"
#include "sotto/federation/store/damage.hpp"
#include "sotto/federation/store/store.hpp"
#include "sotto/input/printable.hpp"

namespace sotto::fuzz {
namespace {

namespace fs = std::filesystem;
constexpr const char* owner = "ed25519:AAAA";

/// One for the life of the process; in memory where there is such a place.
class Scratch {
 public:
  Scratch() {
    std::string name = (fs::exists("/dev/shm") ? fs::path("/dev/shm") : fs::temp_directory_path()) / "sotto-XXXXXX";
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no folder for a store");
    folder_ = name;
  }
  ~Scratch() {
    std::error_code error;
    fs::remove_all(folder_, error);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  const fs::path& folder() const { return folder_; }
  fs::path file() const { return folder_ / "state.sqlite"; }
  /// Nothing of another store is left beside it.
  void write(const std::string& bytes) const {
    for (const fs::directory_entry& entry : fs::directory_iterator(folder_)) fs::remove_all(entry.path());
    std::ofstream(file(), std::ios::binary) << bytes;
    chmod(file().c_str(), S_IRUSR | S_IWUSR);
  }
  std::string read() const {
    std::ifstream stream(file(), std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }

 private:
  fs::path folder_;
};

/// The bytes of a store with a row in most tables.
std::string real_store(const Scratch& scratch) {
  {
    Store store = Store::create_or_open(scratch.folder(), owner);
    store.start("1");
    const Digest run = digest_of("run");
    store.ledger().open_dataset("patients", {.epsilon = 2, .delta = 1e-6});
    store.runs().record({.run = run, .kind = "real", .dataset = "patients", .manifest = "m", .data_digest = run});
    store.ledger().debit(run, "patients", same_for_all({.alpha = 1000, .total_variation = 100}));
    store.rounds().commit(run,
                          {.round = 2,
                           .bytes = "y",
                           .digest = digest_of("y"),
                           .cost = same_for_all({.alpha = 10, .total_variation = 1}),
                           .inputs = ""},
                          {{.site = "ed25519:BBBB", .round = 1, .digest = digest_of("theirs")}});
    store.ledger().open_dataset("masked", {.epsilon = 2, .delta = 1e-6}, 8);
    const Digest masked = digest_of("masked run"), session = digest_of("session");
    store.ledger().debit(masked, "masked", {.planned = {.alpha = 10}, .all_others = {.alpha = 40}});
    store.sessions().begin(session, masked, "amendment");
    store.rounds().commit(session, {.round = 2,
                                    .bytes = "u",
                                    .digest = digest_of("u"),
                                    .cost = {.planned = {.alpha = 1}, .all_others = {.alpha = 4}},
                                    .inputs = ""});
    store.audit().append("run-started", {{"peer", "B"}});
  }
  return scratch.read();
}

/// Four bytes a change: where (the first three), and which bits. One at the very end cuts the file instead.
std::string changed(std::string bytes, Bytes changes) {
  for (; changes.size() >= 4 && !bytes.empty(); changes = changes.subspan(4)) {
    const std::size_t place = (std::size_t{changes[0]} << 16 | std::size_t{changes[1]} << 8 | changes[2]);
    if (changes[0] == 0xff)
      bytes.resize((place & 0xffff) % bytes.size());
    else
      bytes[place % bytes.size()] = static_cast<char>(bytes[place % bytes.size()] ^ changes[3]);
  }
  return bytes;
}

template <class Action>
bool refuses(Action action) {
  try {
    action();
    return false;
  } catch (const InvalidInput& refused) {
    hold(!refused.faults().empty() && is_utf8(refused.what()), "a refusal that cannot be shown");
    hold(refused.kind() == FaultKind::store, "the state is not blamed");
    return true;
  }
}

/// A store that was opened answers every question, and none of its chains is broken.
void look_at(const Store& store) {
  hold(find_damage(store.database()).empty(), "opens what is damaged");
  for (const Digest& run : store.runs().all()) {
    hold(store.runs().find(run).has_value(), "a run without a record");
    for (std::int64_t t = 2; t <= store.rounds().last_round(run).value_or(1); ++t)
      hold(store.rounds().row(run, t).has_value(), "a round is missing");
  }
  for (const std::string& dataset : store.ledger().datasets())
    hold(fits(store.ledger().balance(dataset).promise, store.ledger().spent(dataset)), "a promise that is not kept");
  (void)store.starts();
  (void)store.audit().events();
  (void)store.evidence().all();
  (void)store.ledger().head();
}

}  // namespace

/// The first byte says whether the rest is a file, or changes to a real one.
void store_contents(Bytes bytes) {
  static const Scratch scratch;
  static const std::string real = real_store(scratch);
  if (bytes.empty()) return;
  const Bytes rest = bytes.subspan(1);
  scratch.write(bytes[0] == 0 ? text_of(rest) : changed(real, rest));
  bool damaged = false;
  const bool unreadable = refuses([&] {
    for (const Damage& damage : Store::inspect(scratch.folder())) {
      hold(is_utf8(to_text(damage)), "damage without words");
      damaged = true;
    }
  });
  const bool refused = refuses([] { look_at(Store::open(scratch.folder(), owner)); });
  hold(refused || !(damaged || unreadable), "opens what its inspection finds damaged");
}

}  // namespace sotto::fuzz
