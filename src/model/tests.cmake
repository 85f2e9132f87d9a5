target_compile_definitions(model_test PRIVATE ASSAY_DOCS="${CMAKE_SOURCE_DIR}/docs")
