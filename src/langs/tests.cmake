target_link_libraries(langs_test PRIVATE Boost::json)
target_compile_definitions(langs_test PRIVATE ASSAY_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
# The longest of all begins first, beside the others.
set_tests_properties(unit.langs PROPERTIES COST 100)
# Drivers are text here; their compilers are the others' work.
assay_not_sanitized(langs SeparatedAsserts.* ClassArchives.AreTakenOnce* PrecompiledHeaders.AreUsed* CompiledCall.*
  CppCall.* JavaCall.*)
