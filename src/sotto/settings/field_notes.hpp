// SPDX-License-Identifier: MIT
// What the list of a section's fields says of a key besides its value. The list is a function that names each key once;
// FieldReader, FieldWriter and FieldSample visit it.
#pragma once

#include <string_view>

namespace sotto {

struct FieldNotes {
  std::string_view says = {};   ///< what the sample says beside the key, on one line or several
  std::string_view shown = {};  ///< the value in the sample, as TOML writes it; empty: the default
  bool set = false;             ///< in the sample the key is set; the others stand behind a #
  bool written = true;          ///< false where the key says nothing: then it is left out of TOML
  std::string_view after = {};  ///< an earlier key, or "[table]", that it follows in the sample: TOML has another order
};

}  // namespace sotto
