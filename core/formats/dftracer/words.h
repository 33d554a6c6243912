// What DFTracer's, DLIO's and libc's words mean: the tables to extend. Pure functions.
#pragma once

#include <optional>
#include <string_view>

#include "core/run/run.h"

namespace weir::dftracer {

// How the Run calls an I/O layer of this category ("POSIX", "STDIO", "MPI-IO", "HDF5"); "" when it is none.
[[nodiscard]] std::string_view layerOf(std::string_view category);
// What a function of an I/O layer does. readlink and readdir move no bytes of a file.
[[nodiscard]] IoOperation::Kind kindOf(std::string_view function);
// Whether it moves the file pointer; `returning`: and returns where to.
[[nodiscard]] bool seeks(std::string_view function, bool returning = false);
// Whether `ret` counts items, so that bytes are ret times size.
[[nodiscard]] bool countsItems(std::string_view function);
[[nodiscard]] Activity activityOf(std::string_view category, std::string_view name);
// Of a communication slice: "all_reduce", "MPI_Allreduce".
[[nodiscard]] std::optional<Operation> collectiveOf(std::string_view name);

}  // namespace weir::dftracer
