target_link_libraries(math_test PRIVATE Boost::json ZLIB::ZLIB)
target_compile_definitions(math_test PRIVATE ASSAY_DOCS="${CMAKE_SOURCE_DIR}/docs")
