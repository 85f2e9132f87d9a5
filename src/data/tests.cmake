target_compile_definitions(data_test PRIVATE ASSAY_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
