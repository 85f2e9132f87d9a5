"""Folders of this machine as tar, and back.

What comes back comes from a sandbox, where anybody's programs ran: nothing of it gets out of the folder it is for, by
name or by link, and nothing but files, folders and links is made. A link is made as it is and never followed. It is read
twice: what is in it is checked as a whole before anything is made.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tarfile
from typing import IO, Iterator, List, Optional, Set

from ..errors import SandboxError, invalid

_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0)
MOST_UNPACKED_BYTES = 1 << 30
_LEAST_BYTES = 1 << 10  # that a file, a folder or a link counts: a name isn't free where it is made
_MOST_NAME_BYTES = 4096  # the longest path of Linux
_MOST_PARTS = 256  # of a name: each is looked up, for each member again
_MOST_HEAD_BYTES = 32 << 10  # of what comes before a member: its long name and attributes
_HEADS = (tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.SOLARIS_XHDTYPE, tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK)
_NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)


def pack(folder: str, to: IO[bytes]) -> None:
    """What is below the folder, with names relative to it."""

    def plain(member: tarfile.TarInfo) -> tarfile.TarInfo:
        if not (member.isfile() or member.isdir() or member.issym() or member.islnk()):
            raise invalid("local", f"{member.name} is neither a file, a folder nor a link")
        member.uid = member.gid = 0
        member.uname = member.gname = ""
        return member

    with tarfile.open(fileobj=to, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name in sorted(os.listdir(folder)):
            archive.add(os.path.join(folder, name), arcname=name, filter=plain)


def unpack(source: IO[bytes], folder: str, most: int = MOST_UNPACKED_BYTES) -> None:
    """Into the folder, which is made; what is there under the same name is replaced, a folder by what is in it."""
    try:
        source.seek(0)
        with tarfile.open(fileobj=source, mode="r:", tarinfo=_Member) as archive:
            _check(archive, most)
        os.makedirs(folder, exist_ok=True)
        root = os.open(folder, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0))
        try:
            source.seek(0)
            with tarfile.open(fileobj=source, mode="r:", tarinfo=_Member) as archive:
                for member in _members(archive):
                    _unpack_one(archive, member, root)
        finally:
            os.close(root)
    except (tarfile.TarError, ValueError, LookupError, OverflowError, RecursionError) as error:
        # What tarfile raises for heads that make no sense is not always its own.
        raise SandboxError(f"the sandbox's archive can't be read: {error}", "bad_archive") from None


def too_large(most: int) -> SandboxError:
    return SandboxError(f"there is more than max_bytes ({most}) to download", "too_large")


class _Member(tarfile.TarInfo):
    """A member whose head can be believed as far as reading on goes: old versions of tarfile go backwards for a negative
    size, and all read a long name whole."""

    def _proc_member(self, archive: tarfile.TarFile) -> tarfile.TarInfo:
        if self.size < 0 or (self.type in _HEADS and self.size > _MOST_HEAD_BYTES):
            raise SandboxError(f"{self.name} in the sandbox's archive has {self.size} bytes", "bad_archive")
        made: tarfile.TarInfo = super()._proc_member(archive)  # type: ignore[misc]
        return made


def _members(archive: tarfile.TarFile) -> Iterator[tarfile.TarInfo]:
    while (member := archive.next()) is not None:
        archive.members.clear()  # type: ignore[attr-defined]  # it would keep them all
        yield member


def _check(archive: tarfile.TarFile, most: int) -> None:
    """Raises unless all of it may be made here."""
    folders: Set[bytes] = set()
    links: Set[bytes] = set()
    size = 0
    for member in _members(archive):
        for name in (member.name, member.linkname):
            if len(name.encode("utf-8", "surrogateescape")) > _MOST_NAME_BYTES:
                raise SandboxError(f"{name[:100]}… in the sandbox's archive is a name of {len(name)} letters", "bad_archive")
        parts = _parts(member.name)
        if not (member.isfile() or member.isdir() or member.issym() or member.islnk()):
            raise SandboxError(f"{member.name} is neither a file, a folder nor a link", "bad_archive")
        if member.size < 0:  # a sparse file says its size again
            raise SandboxError(f"{member.name} in the sandbox's archive has {member.size} bytes", "bad_archive")
        target = _parts(member.linkname) if member.islnk() else parts
        if max(len(parts), len(target)) > _MOST_PARTS:
            raise SandboxError(f"{member.name[:100]}… in the sandbox's archive has more than {_MOST_PARTS} parts", "bad_archive")
        if member.islnk() and not target:
            raise SandboxError(f"{member.name} is a link to no file", "bad_archive")
        if member.islnk() and target == parts:  # what it replaces would be gone before it is made
            raise SandboxError(f"{member.name} is a link to itself", "bad_archive")
        if any(folder in links for folder in _above(target)):
            raise SandboxError(f"{member.name} in the sandbox's archive leads through a link", "bad_archive")
        size += max(member.size if member.isfile() else 0, _LEAST_BYTES)
        for folder in _above(parts):
            if folder in folders:
                break
            folders.add(folder)
            size += _LEAST_BYTES
            if size > most:
                raise too_large(most)
        whole = _key(parts)
        if member.isdir():
            if whole in links:
                raise SandboxError(f"{member.name} in the sandbox's archive is a folder and a link", "bad_archive")
            folders.add(whole)
        elif member.issym():
            links.add(whole)
        if size > most:
            raise too_large(most)


def _above(parts: List[str]) -> Iterator[bytes]:
    """The folders that a name leads through, the lowest first."""
    for depth in range(len(parts) - 1, 0, -1):
        yield _key(parts[:depth])


def _key(parts: List[str]) -> bytes:
    """Stands for a name among those that are kept until the end: long names take no more room than short ones."""
    return hashlib.blake2b("/".join(parts).encode("utf-8", "surrogateescape"), digest_size=16).digest()


def _unpack_one(archive: tarfile.TarFile, member: tarfile.TarInfo, root: int) -> None:
    parts = _parts(member.name)
    if not parts:
        return
    parent = _folder_of(root, parts[:-1])
    name = parts[-1]
    try:
        if member.isdir():
            os.close(_opened(parent, name))
        elif member.isfile():
            _clear(parent, name)
            content = archive.extractfile(member)
            with open(os.open(name, _NEW_FILE, member.mode & 0o777, dir_fd=parent), "wb") as file:
                if content is not None:
                    shutil.copyfileobj(content, file, 1 << 20)
        elif member.issym():
            _clear(parent, name)
            os.symlink(member.linkname, name, dir_fd=parent)
        elif member.islnk():
            target = _parts(member.linkname)
            within = _folder_of(root, target[:-1])
            try:
                _clear(parent, name)
                os.link(target[-1], name, src_dir_fd=within, dst_dir_fd=parent, follow_symlinks=False)
            finally:
                os.close(within)
    except OSError as error:
        raise SandboxError(f"{member.name} can't be made: {error}", "bad_archive") from None
    finally:
        os.close(parent)


def _parts(name: str) -> List[str]:
    parts = [part for part in name.split("/") if part not in ("", ".")]
    if name.startswith("/") or ".." in parts:
        raise SandboxError(f"{name} in the sandbox's archive leads out of the folder", "bad_archive")
    return parts


def _folder_of(root: int, parts: List[str]) -> int:
    at = os.dup(root)
    for part in parts:
        try:
            below: Optional[int] = _opened(at, part)
        except OSError as error:
            raise SandboxError(f"{part} in the sandbox's archive is no folder: {error}", "bad_archive") from None
        finally:
            os.close(at)
        assert below is not None
        at = below
    return at


def _opened(parent: int, name: str) -> int:
    """A folder, made where there is none; never through a link."""
    try:
        os.mkdir(name, 0o755, dir_fd=parent)
    except FileExistsError:
        pass
    return os.open(name, _FOLDER, dir_fd=parent)


def _clear(parent: int, name: str) -> None:
    try:
        os.unlink(name, dir_fd=parent)
    except FileNotFoundError:
        pass
