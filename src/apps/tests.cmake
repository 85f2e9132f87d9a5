if(TARGET apps_test)
  target_compile_definitions(apps_test PRIVATE ASSAY_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
endif()
