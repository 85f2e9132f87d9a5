set_tests_properties(unit.sandbox PROPERTIES COST 90)  # mostly waits
