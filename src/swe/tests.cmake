target_link_libraries(swe_test PRIVATE LibArchive::LibArchive)
