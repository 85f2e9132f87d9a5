/* Packets that bring descriptors. */
#ifndef ASSAY_ZYGOTE_PRELOAD_DESCRIPTORS_H_
#define ASSAY_ZYGOTE_PRELOAD_DESCRIPTORS_H_

#include <stddef.h>
#include <sys/types.h>

/* Waits for a packet of at most `bytes`, and takes the descriptors that came with it: at most
 * ASSAY_FORK_MAX_FDS, to `fds`, how many to `count`. `flags` as of recvmsg(2), and so is what
 * returns. */
ssize_t ReceiveWithDescriptors(int socket, void* packet, size_t bytes, int flags, int* fds,
                               int* count);

#endif /* ASSAY_ZYGOTE_PRELOAD_DESCRIPTORS_H_ */
