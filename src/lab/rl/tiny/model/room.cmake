# The passes are products of matrices and little else: several times as fast with the vectors of the
# machine that builds it, where it has them. Nothing of Eigen leaves this room, so that no other
# object has the same functions compiled otherwise; what is shipped doesn't contain the room.
include(CheckCXXSourceRuns)
check_cxx_source_runs("int main() {
  return __builtin_cpu_supports(\"avx2\") && __builtin_cpu_supports(\"fma\") ? 0 : 1; }"
  ASSAY_CPU_HAS_AVX2)
if(ASSAY_CPU_HAS_AVX2)
  target_compile_options(${room_target} PRIVATE -mavx2 -mfma)
  # Headers that were compiled for another processor aren't taken.
  set_source_files_properties(${sources} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
endif()
