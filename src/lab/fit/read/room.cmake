assay_protobuf(${room_target} ${room_dir} events.proto)
