# The preloaded library runs inside other people's interpreters: plain C, no sanitizers, no libraries.
add_library(assay_python_zygote MODULE ${room_dir}/preload/python_zygote.c
  ${room_dir}/preload/quick_end.c ${room_dir}/preload/byte_code.c
  ${room_dir}/preload/practice.c ${room_dir}/preload/interpreter_state.c
  ${room_dir}/preload/builtins_end.c ${room_dir}/preload/fresh_memory.c
  ${room_dir}/preload/quick_exit.c
  ${room_dir}/preload/restore_point.c ${room_dir}/preload/descriptors.c
  ${CMAKE_SOURCE_DIR}/src/sandbox/contain/candidate_steps.c)
set_target_properties(assay_python_zygote PROPERTIES PREFIX "" OUTPUT_NAME python_zygote
  LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/generated/zygote C_VISIBILITY_PRESET hidden)
target_include_directories(assay_python_zygote PRIVATE ${CMAKE_SOURCE_DIR}/src)
target_compile_options(assay_python_zygote PRIVATE -O2 -Wall -Wextra -Wshadow -Werror)
# The unwinder comes along: a program must not find a library that a cold start has not loaded.
target_link_libraries(assay_python_zygote PRIVATE ${CMAKE_DL_LIBS} -static-libgcc
  -Wl,-z,now)

# The library travels inside the binary.
assay_embed_built(${room_target} assay_python_zygote
  ${CMAKE_BINARY_DIR}/generated/zygote/python_zygote.so)
