"""Folders of this machine as tar, and back.

What comes back comes from a sandbox, where anybody's programs ran: nothing of it gets out of the folder it is for, by
name or by link, and nothing but files, folders and links is made. A link is made as it is and never followed.
"""

from __future__ import annotations

import os
import shutil
import tarfile
from typing import IO, List, Optional

from ..errors import SandboxError, invalid

_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0)
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


def unpack(source: IO[bytes], folder: str) -> None:
    """Into the folder, which is made; what is there under the same name is replaced, a folder by what is in it."""
    os.makedirs(folder, exist_ok=True)
    root = os.open(folder, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0))
    try:
        with tarfile.open(fileobj=source, mode="r:") as archive:
            for member in archive:
                _unpack_one(archive, member, root)
    except tarfile.TarError as error:
        raise SandboxError(f"the sandbox's archive can't be read: {error}", "bad_archive") from None
    finally:
        os.close(root)


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
        else:
            raise SandboxError(f"{member.name} is neither a file, a folder nor a link", "bad_archive")
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
