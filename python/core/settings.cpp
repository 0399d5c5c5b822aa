// SPDX-License-Identifier: MIT
// Settings from Python: a file, a text, flags. Whether values fit is for the readers of the library to say.
#include "sotto/settings/settings.hpp"

#include <pybind11/stl.h>

#include "core.hpp"
#include "sotto/settings/conversion.hpp"
#include "sotto/simulation/comparison/configuration.hpp"

namespace sotto::python {

void bind_settings(py::module_& module) {
  py::class_<Settings>(module, "Settings")
      .def(py::init<>())
      .def("add_file", &Settings::add_file)
      .def("add_text", &Settings::add_file_text)
      .def("add_assignment", &Settings::add_assignment)
      .def("add_flag", &Settings::add_flag)
      .def("has_sweep", [](const Settings& settings) { return settings.sweep().has_value(); });
  module.def("toml_string", &toml_string);
  module.def("toml_real", &toml_real);
  module.def("configuration_keys", &configuration_keys);
  module.def("resolved", [](const Settings& settings) { return to_toml(read_configuration(settings)); });
  module.def("sample_configuration", &sample_configuration);
}

}  // namespace sotto::python
