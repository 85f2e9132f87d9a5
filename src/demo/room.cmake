# The program of `make demo-rl`. No part of what is shipped.
add_executable(assay-learn ${room_dir}/main.cc)
target_link_libraries(assay-learn PRIVATE ${links})
set_target_properties(assay-learn PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
