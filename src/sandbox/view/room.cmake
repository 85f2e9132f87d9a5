# Preloaded into programs of boxes without a root of their own, in other people's interpreters: plain C,
# no sanitizers, no libraries.
add_library(assay_box_places MODULE ${room_dir}/preload/box_places.c)
set_target_properties(assay_box_places PROPERTIES PREFIX "" OUTPUT_NAME box_places
  LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/generated/view C_VISIBILITY_PRESET hidden)
target_compile_options(assay_box_places PRIVATE -O2 -Wall -Wextra -Wshadow -Werror)
target_link_libraries(assay_box_places PRIVATE ${CMAKE_DL_LIBS} -static-libgcc
  -Wl,-z,now)

# The library travels inside the spawner.
assay_embed_built(${room_target} assay_box_places
  ${CMAKE_BINARY_DIR}/generated/view/box_places.so)
