# What keeps a build from nothing short; no source depends on it.
#
#   assay_precompile(targets…)   the standard headers come from one precompiled header (ASSAY_PCH).
#                                The presets without both prove that every file includes what it uses.
#   assay_join_tests(room tests…)  the tests of a room are compiled up to five at a time (ASSAY_JOIN_TESTS):
#                                most of the cost of one is what it includes. So their helpers have
#                                names of their own. The program is never compiled so: an overload that
#                                another file brings would change what it does.
#   assay_test_options(target)   the sources of a test are compiled without optimisation, and without
#                                what guides fuzzers and looks for undefined behaviour: each runs once,
#                                and compiling it is most of the cost. The libraries stay as they are.

set(assay_test_options -O0)
if(ASSAY_SANITIZE MATCHES "fuzzer-no-link")
  list(APPEND assay_test_options -fno-sanitize=fuzzer-no-link,undefined)
endif()

# One precompiled header for each way of compiling: the compiler accepts it only for the same options.
function(assay_pch_target name header)
  cmake_parse_arguments(ARG "PIC" "" "LIBS" ${ARGN})
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/pch/${name}.cc CONTENT "")
  add_library(${name} OBJECT EXCLUDE_FROM_ALL ${CMAKE_BINARY_DIR}/generated/pch/${name}.cc)
  target_link_libraries(${name} PRIVATE assay_options fmt::fmt spdlog::spdlog ${ARG_LIBS})
  target_precompile_headers(${name} PRIVATE ${CMAKE_SOURCE_DIR}/cmake/${header})
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ${ARG_PIC})
endfunction()

if(ASSAY_PCH)
  if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
    target_compile_options(assay_options INTERFACE
      "$<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang -fno-pch-timestamp>")
  else()
    # GCC 12 has false alarms in the standard library about these, which it hides in a system header
    # but not in a precompiled one.
    target_compile_options(assay_options INTERFACE
      "$<$<COMPILE_LANGUAGE:CXX>:-fpch-preprocess;-Wno-array-bounds;-Wno-restrict;-Wno-stringop-overflow;-Wno-stringop-overread>")
  endif()
  assay_pch_target(assay_pch precompiled.h)
  assay_pch_target(assay_pch_pic precompiled.h PIC)
  if(ASSAY_TESTS)
    assay_pch_target(assay_pch_tests precompiled_tests.h LIBS GTest::gmock GTest::gtest_main)
    target_compile_options(assay_pch_tests PRIVATE ${assay_test_options})
  endif()
endif()

function(assay_precompile)
  if(NOT ASSAY_PCH)
    return()
  endif()
  foreach(target IN LISTS ARGN)
    get_target_property(type ${target} TYPE)
    get_target_property(pic ${target} POSITION_INDEPENDENT_CODE)
    if(type STREQUAL "INTERFACE_LIBRARY")
      continue()
    elseif(pic)
      target_precompile_headers(${target} REUSE_FROM assay_pch_pic)
    else()
      target_precompile_headers(${target} REUSE_FROM assay_pch)
    endif()
  endforeach()
endfunction()

function(assay_join_tests room)
  if(NOT ASSAY_JOIN_TESTS)
    return()
  endif()
  set(at 0)
  foreach(test IN LISTS ARGN)
    math(EXPR group "${at} / 5")
    set_source_files_properties(${test} PROPERTIES UNITY_GROUP ${room}_${group})
    math(EXPR at "${at} + 1")
  endforeach()
endfunction()

function(assay_test_options target)
  if(ASSAY_JOIN_TESTS)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  endif()
  target_compile_options(${target} PRIVATE ${assay_test_options})
  if(ASSAY_PCH)
    target_precompile_headers(${target} REUSE_FROM assay_pch_tests)
  endif()
endfunction()
