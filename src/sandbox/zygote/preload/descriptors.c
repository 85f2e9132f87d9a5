#include "sandbox/zygote/preload/descriptors.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>

#include "sandbox/wire/fork_protocol.h"

ssize_t ReceiveWithDescriptors(int socket, void* packet, size_t bytes, int flags, int* fds,
                               int* count) {
  struct iovec vector = {packet, bytes};
  union {
    char bytes[CMSG_SPACE(sizeof(int) * ASSAY_FORK_MAX_FDS)];
    struct cmsghdr align;
  } control;
  struct msghdr message = {.msg_iov = &vector,
                           .msg_iovlen = 1,
                           .msg_control = control.bytes,
                           .msg_controllen = sizeof control.bytes};
  ssize_t size;
  do {
    size = recvmsg(socket, &message, flags);
  } while (size < 0 && errno == EINTR);
  *count = 0;
  if (size <= 0) return size;
  const struct cmsghdr* header = CMSG_FIRSTHDR(&message);
  if (header == NULL || header->cmsg_type != SCM_RIGHTS) return size;
  *count = (int)((header->cmsg_len - CMSG_LEN(0)) / sizeof(int));
  memcpy(fds, CMSG_DATA(header), sizeof(int) * (size_t)*count);
  return size;
}
