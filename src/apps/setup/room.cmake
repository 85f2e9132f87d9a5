set(generated ${CMAKE_BINARY_DIR}/generated/git_commit)
add_custom_target(assay_git_commit BYPRODUCTS ${generated}/git_commit.h
  COMMAND ${CMAKE_COMMAND} -DSOURCE=${CMAKE_SOURCE_DIR} -DOUTPUT=${generated}/git_commit.h
          -P ${room_dir}/git_commit.cmake)
add_dependencies(${room_target} assay_git_commit)
target_include_directories(${room_target} PRIVATE ${generated})
set_source_files_properties(${room_dir}/version.cc PROPERTIES
  COMPILE_DEFINITIONS "ASSAY_BUILD_TYPE=\"${CMAKE_BUILD_TYPE}\";ASSAY_SANITIZERS=\"${ASSAY_SANITIZE}\""
  OBJECT_DEPENDS ${generated}/git_commit.h)
