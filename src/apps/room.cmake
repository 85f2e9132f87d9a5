# The program. Everything but main() is in the rooms, so that its parts have unit tests.
add_executable(assay ${room_dir}/main.cc)
target_link_libraries(assay PRIVATE ${room_target} ${links})
set_target_properties(assay PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
