# The spawner as a program of its own: linked whole and without what only servers need, because
# every box copies its page tables, and every run of a program copies them again. Under sanitizers,
# whose libraries can't be linked so, it is an ordinary program.
add_executable(assay_spawner ${room_dir}/main.cc)
target_link_libraries(assay_spawner PRIVATE assay_options)
set_target_properties(assay_spawner PROPERTIES
  RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/generated/spawner)
if(ASSAY_SANITIZE)
  target_link_libraries(assay_spawner PRIVATE ${room_target})
else()
  target_sources(assay_spawner PRIVATE ${room_dir}/static/tar_only.c)
  # The rooms as files: as targets they would bring along the libraries that other programs need.
  set(left ${room_target})
  set(needed)
  while(left)
    list(POP_FRONT left target)
    list(APPEND needed ${target})
    get_target_property(links ${target} INTERFACE_LINK_LIBRARIES)
    list(FILTER links INCLUDE REGEX "^assay_")
    list(APPEND left ${links})
    list(REMOVE_DUPLICATES left)
    list(REMOVE_ITEM left ${needed} assay_options)
  endwhile()
  set(files)
  foreach(target IN LISTS needed)
    get_target_property(type ${target} TYPE)
    if(type STREQUAL STATIC_LIBRARY)
      list(APPEND files $<TARGET_FILE:${target}>)
      add_dependencies(assay_spawner ${target})
    endif()
  endforeach()
  # Without cryptography: what isn't used of this file is left out with what that needs.
  set_source_files_properties(${CMAKE_SOURCE_DIR}/src/base/text.cc PROPERTIES
    COMPILE_OPTIONS -ffunction-sections)
  target_link_options(assay_spawner PRIVATE -static-pie LINKER:--gc-sections,--strip-debug)
  target_link_libraries(assay_spawner PRIVATE -Wl,--start-group ${files} -Wl,--end-group
    seccomp archive acl lzma bz2 zstd lz4 z)
  set_property(TARGET assay_spawner PROPERTY LINK_DEPENDS ${files})
endif()
