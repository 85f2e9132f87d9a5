assay_protobuf(${room_target} ${room_dir} file_messages.proto)
