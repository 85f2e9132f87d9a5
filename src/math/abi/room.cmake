# libassay_math.so: the verifier for other languages, with nothing exported but the C interface. The
# static libraries it is made of are compiled as position-independent code.
set_target_properties(assay_base assay_math_lexicon assay_math_read assay_math_rewrite assay_math_find
  assay_math_decide
  assay_math_profiles ${room_target} PROPERTIES POSITION_INDEPENDENT_CODE ON)

add_library(assay_math_shared SHARED ${room_dir}/c_abi.cc)
target_link_libraries(assay_math_shared PRIVATE ${links})
target_link_options(assay_math_shared PRIVATE LINKER:--exclude-libs,ALL LINKER:-z,defs)
set_target_properties(assay_math_shared PROPERTIES
  OUTPUT_NAME assay_math SOVERSION 1 CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON
  LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
if(ASSAY_SANITIZE)
  # The sanitizer's runtime comes with the program that loads the library.
  target_link_options(assay_math_shared PRIVATE LINKER:-z,undefs)
endif()
