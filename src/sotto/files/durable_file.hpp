// SPDX-License-Identifier: MIT
// The one way in which this project writes a file that must survive a crash and a loss of power.
#pragma once

#include <functional>
#include <string_view>

#include "sotto/files/opened_file.hpp"

namespace sotto {

enum class IfThere { refuse, replace };

struct DurableRules {
  /// The file has this mode from its first moment. A mode for the owner alone is exact; the umask takes from others.
  mode_t mode = 0666;
  IfThere if_there = IfThere::replace;
};

/// The bytes are on the disk under their name when this returns. Until then the name leads to what was there before:
/// they are written under another name, settled, renamed, and the folder is settled. Refuses (InvalidInput, of the
/// file's kind) what cannot be written; then the other name is gone, too.
void write_durably(const NamedFile& file, std::string_view bytes, const DurableRules& rules = {});

/// The same of bytes that nobody holds all at once: `say` hands them over, part after part.
using TakeBytes = std::function<void(std::string_view part)>;
void write_durably(const NamedFile& file, const std::function<void(const TakeBytes& take)>& say,
                   const DurableRules& rules = {});

/// Names that were made, changed or taken away in this folder survive a loss of power.
void settle_folder(const NamedFile& folder);
void settle_folder_of(const NamedFile& file);

/// All bytes where an open file stands (new ones stand at their end), and on the disk; false where that fails, as errno
/// says.
bool append_durably(int descriptor, std::string_view bytes);

}  // namespace sotto
