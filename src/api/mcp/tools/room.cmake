assay_embed(${room_target} ${room_dir} mcp_tools_embedded.h tools.json)
