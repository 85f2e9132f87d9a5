assay_protobuf(${room_target} ${room_dir} process_messages.proto)
