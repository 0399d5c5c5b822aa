// SPDX-License-Identifier: MIT
// Bad input as the exception of Python that carries field, value, rule and place.
#include "core.hpp"
#include "sotto/input/invalid_input.hpp"

namespace sotto::python {
namespace {

const char* name_of(FaultKind kind) {
  switch (kind) {
    case FaultKind::configuration:
      return "configuration";
    case FaultKind::data:
      return "data";
    case FaultKind::numerical:
      return "numerical";
    case FaultKind::store:
      return "store";
    case FaultKind::entropy:
      return "entropy";
    case FaultKind::network:
      return "network";
    case FaultKind::budget:
      break;
  }
  return "budget";
}

/// Bytes of a user's file name need not be UTF-8.
py::str text(const std::string& bytes) {
  return py::reinterpret_steal<py::str>(
      PyUnicode_DecodeUTF8(bytes.data(), static_cast<py::ssize_t>(bytes.size()), "replace"));
}

void raise(const InvalidInput& refused) {
  const py::module_ faults = py::module_::import("sotto._faults");
  py::list all;
  for (const Fault& fault : refused.faults())
    all.append(faults.attr("Fault")(text(fault.field), text(fault.value), text(fault.rule), text(fault.place)));
  const py::object type = faults.attr("InvalidInput");
  const py::object raised = type(all, name_of(refused.kind()));
  PyErr_SetObject(type.ptr(), raised.ptr());
}

}  // namespace

void bind_faults(py::module_&) {
  py::register_local_exception_translator([](std::exception_ptr failed) {
    try {
      if (failed) std::rethrow_exception(failed);
    } catch (const InvalidInput& refused) {
      raise(refused);
    }
  });
}

}  // namespace sotto::python
