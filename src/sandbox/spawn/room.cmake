# The spawner's program (sandbox/spawner) travels inside ours.
assay_embed_built(${room_target} assay_spawner ${CMAKE_BINARY_DIR}/generated/spawner/assay_spawner)
