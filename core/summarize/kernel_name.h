// Names of kernels, operators and files as two runs spell them. Pure, any thread.
#pragma once

#include <string>
#include <string_view>

namespace weir {

// A kernel's name without return type, template arguments and parameters: "void at::native::vectorized_elementwise_kernel<4,
// at::native::CUDAFunctor_add<float>, at::detail::Array<char*, 3> >(int, ...)" -> "at::native::vectorized_elementwise_kernel".
// "operator<" and names that are nothing but brackets stay as they are.
[[nodiscard]] std::string withoutTemplates(std::string_view name);
// What tells kernels apart, first: without return type, namespaces and parameters, but with template arguments, as Nsight Systems'
// short names: "vectorized_elementwise_kernel<4, CUDAFunctor_add<float>, Array<char*, 3>>". Names that are no C++ declaration ("aten::mm") stay.
[[nodiscard]] std::string brief(std::string_view name);
// Numbers that stand alone by '#', so that "triton_poi_fused_add_3" and "..._7" are one: compilers and profilers count. Sizes and
// types keep theirs ("sgemm_128x64", "bf16").
[[nodiscard]] std::string withoutNumbers(std::string_view name);

}  // namespace weir
