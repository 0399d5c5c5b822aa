// SPDX-License-Identifier: MIT
// Where a state lies on the disk: a file that only its owner reads, on a disk of this machine.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

namespace sotto {

/// The name of a file system that other machines may change, or whose locks and writes they decide; nothing for one of
/// this machine. `type` as statfs(2) says it.
std::optional<std::string_view> network_file_system(long type);

/// FOLDER/state.sqlite.
std::filesystem::path state_file(const std::filesystem::path& folder);

/// Refuse (InvalidInput, store) a folder that is not there or not on a disk of this machine, and a file that is absent,
/// no plain file, or open to others (mode other than 0600).
void check_state_folder(const std::filesystem::path& folder);
void check_state_file(const std::filesystem::path& folder);

/// Names that were made in the folder are on the disk when this returns.
void sync_folder(const std::filesystem::path& folder);

/// Makes an empty file of mode 0600 unless there is one; its name is on the disk when this returns.
void make_state_file(const std::filesystem::path& folder);

}  // namespace sotto
