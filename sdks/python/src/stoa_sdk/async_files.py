"""Uploads, lists, downloads and deletes files."""

from __future__ import annotations

from os import PathLike
from typing import AsyncIterator, BinaryIO, cast

from . import calls
from .api_types import FileUpload, StoredFile, StoredFileList
from .async_transport import AsyncTransport
from .errors import ConflictError

WHOLE_UPLOAD_BYTES = 4 * 1024 * 1024
"""Larger files are uploaded in parts, so that a broken connection costs only one part."""


class AsyncFiles:
    """Uploads, lists, downloads and deletes files. To give a file to an agent, pass its `id` as the value of an input."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def upload(self, file: str | PathLike[str] | tuple[str, bytes]) -> StoredFile:
        """Uploads a file. A large file is sent in parts, and continues after a broken connection.

        Args:
            file: the path of the file, or its name and content
        """
        name, content = calls.open_file(file)
        with content:
            size = content.seek(0, 2)
            content.seek(0)
            if size > WHOLE_UPLOAD_BYTES:
                return await self._upload_parts(name, content, size)
            call = calls.upload_file(name, content.read())
            return cast(StoredFile, await self._transport.request(call))

    async def list(self, *, run_id: str | None = None, limit: int | None = None) -> AsyncIterator[StoredFile]:
        """Yields your files, newest first. `run_id` yields only the files of a run. `limit` is the page size."""
        cursor: str | None = None
        while True:
            call = calls.files({"run_id": run_id, "limit": limit, "cursor": cursor})
            page = cast(StoredFileList, await self._transport.request(call))
            for file in page["files"]:
                yield file
            cursor = page["next_cursor"]
            if cursor is None:
                return

    async def get(self, file_id: str) -> StoredFile:
        """Returns a file's details, with a new link to its content."""
        return cast(StoredFile, await self._transport.request(calls.file(file_id)))

    async def download(self, file_id: str) -> bytes:
        """Returns the content of a file."""
        return await self._transport.request_bytes(calls.download_file(file_id))

    async def delete(self, file_id: str) -> None:
        """Deletes a file and its content."""
        await self._transport.request(calls.delete_file(file_id))

    async def _upload_parts(self, name: str, content: BinaryIO, size: int) -> StoredFile:
        upload = cast(FileUpload, await self._transport.request(calls.start_file_upload(name, size)))
        while True:
            file = upload["file"]
            if file is not None:
                return file
            upload = await self._send_part(upload, content)

    async def _send_part(self, upload: FileUpload, content: BinaryIO) -> FileUpload:
        offset = upload["offset"]
        content.seek(offset)
        call = calls.send_file_part(upload["id"], offset, content.read(upload["part_bytes"]))
        try:
            return cast(FileUpload, await self._transport.request(call))
        except ConflictError:
            # An earlier attempt has arrived, but its response has not.
            current = cast(FileUpload, await self._transport.request(calls.file_upload(upload["id"])))
            if current["offset"] <= offset:
                raise
            return current
