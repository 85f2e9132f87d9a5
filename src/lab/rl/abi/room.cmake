# libassay_rl.so: the losses for other languages, with nothing exported but the C interface; made as
# libassay_math.so is.
set_target_properties(assay_base assay_lab_rl_losses ${room_target} PROPERTIES POSITION_INDEPENDENT_CODE ON)

add_library(assay_rl_shared SHARED ${room_dir}/c_abi.cc)
target_link_libraries(assay_rl_shared PRIVATE ${links})
# The library's own exceptions have names that only a map hides.
target_link_options(assay_rl_shared PRIVATE LINKER:--exclude-libs,ALL LINKER:-z,defs
  LINKER:--version-script=${room_dir}/exports.map)
set_target_properties(assay_rl_shared PROPERTIES LINK_DEPENDS ${room_dir}/exports.map)
set_target_properties(assay_rl_shared PROPERTIES
  OUTPUT_NAME assay_rl SOVERSION 1 CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON
  LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
if(ASSAY_SANITIZE)
  # The sanitizer's runtime comes with the program that loads the library.
  target_link_options(assay_rl_shared PRIVATE LINKER:-z,undefs)
endif()
