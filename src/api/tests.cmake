set_tests_properties(unit.api PROPERTIES COST 80)
