target_link_libraries(grading_test PRIVATE ZLIB::ZLIB)
