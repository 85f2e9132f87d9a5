assay_embed(${room_target} ${CMAKE_SOURCE_DIR}/web ui_embedded.h assay-ui.zip)
