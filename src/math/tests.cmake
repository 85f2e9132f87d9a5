target_link_libraries(math_test PRIVATE Boost::json ZLIB::ZLIB)
