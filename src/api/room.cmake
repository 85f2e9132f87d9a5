assay_embed(${room_target} ${room_dir} api_embedded.h openapi.json)
