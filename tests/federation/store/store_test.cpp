// SPDX-License-Identifier: MIT
// A state is one file, of one owner, open in one process, on a disk of this machine.
#include "sotto/federation/store/store.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <set>

#include "federation/store/some_state.hpp"
#include "sotto/federation/store/state_file.hpp"

namespace sotto {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): a test's own words

bool says(const std::string& text, const std::string& words) {
  return text.find(words) != std::string::npos;
}

unsigned mode_of(const std::filesystem::path& file) {
  struct stat found {};
  return stat(file.c_str(), &found) == 0 ? found.st_mode & 07777 : 0;
}

TEST(Store, FilesAreOpenToTheirOwnerAlone) {
  const TemporaryFolder folder;
  const mode_t before = umask(0);
  const Store store = Store::create_or_open(folder.path(), owner_key);
  store.audit().append("something");
  umask(before);
  EXPECT_EQ(folder.entries(), (std::vector<std::string>{"state.mark", "state.sqlite", "state.sqlite-wal"}));
  for (const std::string& name : folder.entries()) EXPECT_EQ(mode_of(folder.path() / name), 0600u) << name;
}

TEST(Store, OpenToOthersIsRefusedAndSoIsWhatIsNoPlainFile) {
  const TemporaryFolder folder;
  { Store::create_or_open(folder.path(), owner_key); }
  chmod((folder.path() / "state.sqlite").c_str(), 0640);
  EXPECT_TRUE(says(store_fault([&] { Store::open(folder.path(), owner_key); }), "chmod 600"));
  chmod((folder.path() / "state.sqlite").c_str(), 0600);
  const TemporaryFolder other;
  std::filesystem::create_symlink(folder.path() / "state.sqlite", other.path() / "state.sqlite");
  EXPECT_TRUE(says(store_fault([&] { Store::open(other.path(), owner_key); }), "not a plain file"));
  EXPECT_TRUE(says(store_fault([&] { Store::create_or_open(other.path(), owner_key); }), "not a plain file"));
}

TEST(Store, HoldsSqliteToDurableCommits) {
  const TemporaryFolder folder;
  const Store store = Store::create_or_open(folder.path(), owner_key);
  Database& database = store.database();
  EXPECT_EQ(database.rows("PRAGMA journal_mode")[0][0], Value(Text{"wal"}));
  EXPECT_EQ(database.rows("PRAGMA locking_mode")[0][0], Value(Text{"exclusive"}));
  EXPECT_EQ(database.whole_number("PRAGMA synchronous"), 2);
  EXPECT_EQ(database.whole_number("PRAGMA foreign_keys"), 1);
}

TEST(Store, IsOpenInOneProcessAtATime) {
  const TemporaryFolder folder;
  const auto try_to_open = [&] {
    try {
      Store::open(folder.path(), owner_key);
      return 0;
    } catch (const InvalidInput& refused) {
      return refused.kind() == FaultKind::store && says(refused.what(), "state is in use by another process") ? 1 : 2;
    }
  };
  const auto try_to_read = [&] {
    try {
      Store::open_to_read(folder.path());
      return 0;
    } catch (const InvalidInput& refused) {
      return says(refused.what(), "state is in use by another process") ? 1 : 2;
    }
  };
  {
    const Store store = Store::create_or_open(folder.path(), owner_key);
    EXPECT_EQ(in_another_process(try_to_open), 1);
    EXPECT_EQ(in_another_process(try_to_read), 1);
    EXPECT_TRUE(says(store_fault([&] { Store::open(folder.path(), owner_key); }), "in use"));
  }
  EXPECT_EQ(in_another_process(try_to_open), 0);
  EXPECT_EQ(in_another_process(try_to_read), 0);
  const Store reader = Store::open_to_read(folder.path());
  EXPECT_EQ(in_another_process(try_to_open), 1);
}

TEST(Store, OfAnotherSiteIsRefused) {
  const TemporaryFolder folder;
  { fill(Store::create_or_open(folder.path(), owner_key)); }
  const std::string fault = store_fault([&] { Store::open(folder.path(), "ed25519:CCCC"); });
  EXPECT_TRUE(says(fault, "this state belongs to another site")) << fault;
  store_fault([&] { Store::create_or_open(folder.path(), "ed25519:CCCC"); });
  EXPECT_EQ(Store::open_to_read(folder.path()).owner(), owner_key);
}

TEST(Store, ThatIsNotThereIsNotMadeByOpening) {
  const TemporaryFolder folder;
  EXPECT_TRUE(says(store_fault([&] { Store::open(folder.path(), owner_key); }), "there is no state here"));
  EXPECT_TRUE(says(store_fault([&] { Store::open_to_read(folder.path()); }), "there is no state here"));
  EXPECT_TRUE(folder.entries().empty());
  const auto from_here = std::filesystem::relative(folder.path() / "nowhere");
  EXPECT_TRUE(
      says(store_fault([&] { Store::open(from_here, owner_key); }), "(" + (folder.path() / "nowhere").string() + ")"))
      << "the whole path is said";
  store_fault([&] { Store::create_or_open(folder.path() / "nowhere", owner_key); });
  folder.write("state.sqlite", "");
  chmod((folder.path() / "state.sqlite").c_str(), 0600);
  EXPECT_TRUE(says(store_fault([&] { Store::open(folder.path(), owner_key); }), "holds nothing yet"));
  Store::create_or_open(folder.path(), owner_key);  // a start that died early is begun again
}

TEST(Store, OfAnotherProgramOrVersionIsRefused) {
  const TemporaryFolder folder;
  folder.write("state.sqlite", "");
  chmod((folder.path() / "state.sqlite").c_str(), 0600);
  raw_sql(folder.path(), "CREATE TABLE ledger (money INTEGER)");
  EXPECT_TRUE(says(store_fault([&] { Store::create_or_open(folder.path(), owner_key); }), "not the state of a node"));
  const TemporaryFolder newer;
  { Store::create_or_open(newer.path(), owner_key); }
  raw_sql(newer.path(), "PRAGMA user_version = 4");
  for (const auto& opening : std::vector<std::function<void()>>{[&] { Store::open(newer.path(), owner_key); },
                                                                [&] { Store::open_to_read(newer.path()); },
                                                                [&] { Store::inspect(newer.path()); }})
    EXPECT_TRUE(says(store_fault(opening), "has schema version 4, this program knows versions 1 to 3"));
  const TemporaryFolder text;
  text.write("state.sqlite", std::string(10000, 'x'));
  chmod((text.path() / "state.sqlite").c_str(), 0600);
  EXPECT_TRUE(says(store_fault([&] { Store::create_or_open(text.path(), owner_key); }), "is damaged"));
}

TEST(Store, ReadingChangesNoByteEvenOfALogThatACrashLeft) {
  const TemporaryFolder folder;
  in_another_process([&] {
    const Store store = Store::create_or_open(folder.path(), owner_key);
    fill(store);
    store.audit().append("last");
    return raise(SIGKILL);
  });
  const auto bytes = [&] { return folder.read("state.sqlite") + folder.read("state.sqlite-wal"); };
  const std::string before = bytes();
  ASSERT_GT(folder.read("state.sqlite-wal").size(), 4096u);
  {
    const Store store = Store::open_to_read(folder.path());
    EXPECT_EQ(store.audit().events().back().event, "last");
    store_fault([&] { store.audit().append("more"); });
  }
  EXPECT_TRUE(Store::inspect(folder.path()).empty());
  EXPECT_EQ(bytes(), before);
}

TEST(Store, EveryStartHasAHigherIncarnationAndAnIdOfItsOwn) {
  const TemporaryFolder folder;
  std::set<std::string> ids;
  for (std::int64_t k = 1; k <= 5; ++k) {
    Store store = Store::create_or_open(folder.path(), owner_key);
    const Start start = store.start("0.1.0");
    EXPECT_EQ(start.incarnation, k);
    ids.insert(std::string(start.id.view()));
    EXPECT_EQ(store.starts().size(), static_cast<std::size_t>(k));
    EXPECT_EQ(store.starts().back().id, start.id);
  }
  EXPECT_EQ(ids.size(), 5u);
}

TEST(Store, StartDebitAndWhatARunIsBoundToAreInTheMainFileWhenTheyReturn) {
  const TemporaryFolder folder;
  in_another_process([&] {
    Store store = Store::create_or_open(folder.path(), owner_key);
    store.ledger().open_dataset("patients", some_promise);
    store.ledger().debit(run_number(1), "patients", same_for_all({.alpha = 5, .total_variation = 1}));
    store.ledger().debit(run_number(2), "patients", same_for_all({.alpha = 5, .total_variation = 1}));
    store.ledger().release(run_number(2));
    store.start("0.1.0");
    store.runs().record({.run = run_number(1),
                         .kind = "real",
                         .dataset = "patients",
                         .manifest = "m",
                         .data_digest = digest_of("records")});
    return raise(SIGKILL);
  });
  std::filesystem::remove(folder.path() / "state.sqlite-wal");
  const Store store = Store::open(folder.path(), owner_key);
  EXPECT_TRUE(store.runs().find(run_number(1)));
  EXPECT_EQ(store.starts().size(), 1u);
  EXPECT_EQ(store.ledger().head().entries, 4);
}

TEST(Store, DigestOfDataIsKeyedByTheStateItself) {
  const TemporaryFolder folder, other;
  const Digest data = digest_of("records");
  Digest first;
  {
    const Store store = Store::create_or_open(folder.path(), owner_key);
    first = store.keyed_digest_of_data(data);
    EXPECT_NE(first, data);
    EXPECT_NE(first, store.keyed_digest_of_data(digest_of("other records")));
  }
  EXPECT_EQ(Store::open(folder.path(), owner_key).keyed_digest_of_data(data), first);
  EXPECT_NE(Store::create_or_open(other.path(), owner_key).keyed_digest_of_data(data), first);
}

TEST(Store, AfterAFullDiskNothingMoreIsTriedAndNothingIsLost) {
  const TemporaryFolder folder;
  std::string before;
  {
    const Store store = Store::create_or_open(folder.path(), owner_key);
    fill(store);
    before = contents(store);
    store.database().execute("PRAGMA max_page_count = 1");  // SQLite then takes no page more than it has
    const std::string large(100000, 'x');
    const auto write = [&] {
      store.evidence().append({.kind = "k", .site = "s", .run = run_number(1), .first = large, .second = ""});
    };
    EXPECT_TRUE(says(store_fault(write), "disk is full"));
    EXPECT_TRUE(says(store_fault(write), "an earlier error was final"));
    EXPECT_TRUE(says(store_fault([&] { store.ledger().head(); }), "an earlier error was final"));
  }
  EXPECT_EQ(contents(Store::open(folder.path(), owner_key)), before);
}

TEST(StateFile, OnADiskOfOtherMachinesIsRefused) {
  for (const long type : {0x6969L, 0x517BL, 0xFF534D42L, 0xFE534D42L, 0x65735546L, 0x01021997L, 0x5346414FL,
                          0x6B414653L, 0x00C36400L, 0x73757245L, 0x0BD00BD0L})
    EXPECT_TRUE(network_file_system(type)) << std::hex << type;
  EXPECT_EQ(network_file_system(static_cast<int>(0xFF534D42)), "CIFS");  // a negative f_type
  for (const long local : {0xEF53L, 0x01021994L, 0x58465342L, 0x9123683EL, 0x794C7630L, 0x2FC12FC1L})
    EXPECT_FALSE(network_file_system(local)) << std::hex << local;
}

}  // namespace
}  // namespace sotto
