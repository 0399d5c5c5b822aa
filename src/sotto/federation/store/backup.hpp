// SPDX-License-Identifier: MIT
// A copy of a state, and what becomes of one: history, evidence and sightings come back, budget does not.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "sotto/federation/store/chain.hpp"
#include "sotto/privacy/ledger_units.hpp"

namespace sotto {

struct Backup {
  Digest digest;  ///< of the bytes of the file
  ChainHead ledger;
};

/// Writes all commits of a state, those in its log too, into a new file of mode 0600; on the disk when it returns. The
/// state is not changed. Refuses (InvalidInput, store) a state that is damaged or in use, and a file that exists.
Backup write_backup(const std::filesystem::path& folder, const std::filesystem::path& file);

struct Restored {
  Backup backup;
  struct Frozen {
    std::string dataset;
    BookedUnits units;
  };
  std::vector<Frozen> frozen;  ///< what was left, and is booked as spent
  std::vector<Digest> closed;  ///< runs that were open: nothing of them is said or returned any more
};

/// In the audit log of a state that came out of a backup.
inline constexpr const char* state_restored_event = "state-restored";

/// A backup does not know what was spent after it. So all that it has left is booked as spent, and every run that was
/// not finished is closed without returning anything: a restored ledger never has more left than the true one. Refuses
/// (InvalidInput, store) where there is a state or a log of one, a file that is no whole state, and one of another
/// owner.
Restored restore_backup(const std::filesystem::path& file, const std::filesystem::path& folder,
                        const std::string& owner);

}  // namespace sotto
