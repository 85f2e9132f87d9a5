// Formats of archives that the spawner leaves out. Boxes exchange tar files only (sandbox/files);
// the library's table of formats would bring the others, with XML and cryptography, into the
// program that every box is forked from. Whoever names one is told that there is none.
#include <archive.h>
#include <errno.h>

static int LeftOut(struct archive* archive) {
  archive_set_error(archive, ENOTSUP, "this program writes tar files only");
  return ARCHIVE_FATAL;
}

int archive_write_set_format_7zip(struct archive* archive) {
  return LeftOut(archive);
}

int archive_write_set_format_iso9660(struct archive* archive) {
  return LeftOut(archive);
}

int archive_write_set_format_mtree(struct archive* archive) {
  return LeftOut(archive);
}

int archive_write_set_format_mtree_classic(struct archive* archive) {
  return LeftOut(archive);
}

int archive_write_set_format_xar(struct archive* archive) {
  return LeftOut(archive);
}

int archive_write_set_format_zip(struct archive* archive) {
  return LeftOut(archive);
}
