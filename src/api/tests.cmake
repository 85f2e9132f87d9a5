set_tests_properties(unit.api PROPERTIES COST 80)
target_link_libraries(api_test PRIVATE LibArchive::LibArchive)
