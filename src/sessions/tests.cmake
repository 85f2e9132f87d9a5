target_link_libraries(sessions_test PRIVATE OpenSSL::SSL)
