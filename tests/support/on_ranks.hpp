// SPDX-License-Identifier: MIT
// Any program, started by mpirun on one machine.
#pragma once

#include "support/subprocess.hpp"
#include "support/temporary_folder.hpp"

namespace sotto::test {

/// On more ranks than there are cores, as any user may be.
inline Launch over_ranks(Launch launch, int ranks) {
  launch.words.insert(launch.words.begin(), {"/usr/bin/mpirun", "--oversubscribe", "-n", std::to_string(ranks)});
  for (const char* name :
       {"OMPI_ALLOW_RUN_AS_ROOT", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "OMPI_MCA_rmaps_base_oversubscribe"})
    launch.environment.emplace_back(name, "1");
  launch.environment.emplace_back("OMPI_MCA_btl_vader_single_copy_mechanism", "none");
  // Programs that begin at the same moment do not agree on who makes Open MPI's folder.
  static const TemporaryFolder sessions;
  launch.environment.emplace_back("OMPI_MCA_orte_tmpdir_base", sessions.path().string());
  return launch;
}

}  // namespace sotto::test
