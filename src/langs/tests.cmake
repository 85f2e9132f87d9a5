target_link_libraries(langs_test PRIVATE Boost::json)
target_compile_definitions(langs_test PRIVATE ASSAY_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
