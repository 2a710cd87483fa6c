import { FILE_LIMITS, FileUpload } from "@stoa/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { createFixedKeys, masterKey } from "../../platform/crypto/master-keys.ts";
import { Signer } from "../../platform/crypto/signer.ts";
import { FileLinks } from "./file-links.ts";
import { createBytes, PNG, useFiles } from "./files.fixture.ts";

const stack = useFiles();
const WAV = Buffer.concat([Buffer.from("RIFF\u0000\u0000\u0000\u0000WAVEfmt "), createBytes(1_000)]);

test.each([
  ["a.png", PNG, "image/png", "inline"],
  ["a.pdf", "%PDF-1.7\n", "application/pdf", "inline"],
  ["a.txt", "text", "text/plain; charset=utf-8", "inline"],
  ["a.md", "# Title", "text/plain; charset=utf-8", "inline"],
  ["a.csv", "a,b", "text/csv; charset=utf-8", "inline"],
  ["a.json", "{}", "application/json", "inline"],
  ["a.wav", WAV, "audio/wav", "inline"],
  ["a.html", "<script>alert(1)</script>", "application/octet-stream", "attachment"],
  ["a.png.txt", "<html><script>alert(1)</script>", "application/octet-stream", "attachment"],
  ["a.svg", "<svg onload='alert(1)'/>", "application/octet-stream", "attachment"],
  ["a.xml", "<?xml version='1.0'?><a/>", "application/octet-stream", "attachment"],
  ["a.bin", createBytes(10), "application/octet-stream", "attachment"],
])("%s is sent so that nothing in it can run", async (name, content, type, disposition) => {
  const { register, upload, download } = stack();
  const { token } = await register();
  const { headers } = await download((await upload(token, name, content)).url);
  expect(headers.get("content-type")).toBe(type);
  expect(headers.get("content-disposition")).toBe(`${disposition}; filename=${name}`);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("content-security-policy")).toMatch(/^default-src 'none';/);
  expect(headers.get("content-security-policy")).not.toContain("script-src");
  if (type !== "application/pdf") expect(headers.get("content-security-policy")).toMatch(/; sandbox$/);
  expect(headers.get("cache-control")).toMatch(/^private/);
  expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
});

test("a name with other letters and quotes is encoded", async () => {
  const { register, start, sendPart, download } = stack();
  const { token } = await register();
  const { id } = await start(token, 'Grüße 木 "x".txt', 4);
  const { file } = parseAnswer(FileUpload, await sendPart(token, id, 0, Buffer.from("text")));
  const { headers } = await download(file?.url ?? "");
  expect(headers.get("content-disposition")).toBe(
    `inline; filename="Gr??e ? \\"x\\".txt"; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%E6%9C%A8%20%22x%22.txt`,
  );
});

test("ranges return the part that was asked for", async () => {
  const { register, upload, download } = stack();
  const { token } = await register();
  const { url } = await upload(token, "a.wav", WAV);
  for (const [range, start, end] of [
    ["bytes=0-9", 0, 9],
    ["bytes=100-", 100, WAV.length - 1],
    ["bytes=-5", WAV.length - 5, WAV.length - 1],
    ["bytes=10-99999999", 10, WAV.length - 1],
  ] as const) {
    const { status, bytes, headers } = await download(url, { range });
    expect(status, range).toBe(206);
    expect(headers.get("content-range")).toBe(`bytes ${start}-${end}/${WAV.length}`);
    expect(headers.get("content-length")).toBe(String(end - start + 1));
    expect(bytes.equals(WAV.subarray(start, end + 1)), range).toBe(true);
  }
  const outside = await download(url, { range: "bytes=99999-" });
  expect(outside.status).toBe(416);
  expect(outside.headers.get("content-range")).toBe(`bytes */${WAV.length}`);
  for (const range of ["bytes=a-b", "lines=1-2", "bytes=0-1,500-501"])
    expect((await download(url, { range })).bytes.equals(WAV), range).toBe(true);
});

test("a content that the browser already has is not sent again", async () => {
  const { register, upload, download } = stack();
  const { token } = await register();
  const { url } = await upload(token, "a.wav", WAV);
  const etag = (await download(url)).headers.get("etag") ?? "";
  expect(await download(url, { "if-none-match": etag })).toMatchObject({
    status: 304,
    bytes: Buffer.alloc(0),
  });
  expect(await download(url, { "if-none-match": '"other"' })).toMatchObject({ status: 200 });
  expect(await download(url, { range: "bytes=0-1", "if-range": '"other"' })).toMatchObject({ status: 200 });
  expect(await download(url, { range: "bytes=0-1", "if-range": etag })).toMatchObject({ status: 206 });
});

test("HEAD returns the headers of a content without the content", async () => {
  const { register, upload, url: server } = stack();
  const { token } = await register();
  const { pathname, search } = new URL((await upload(token, "a.wav", WAV)).url);
  const response = await fetch(server + pathname + search, { method: "HEAD" });
  expect(response.headers.get("content-length")).toBe(String(WAV.length));
  expect((await response.arrayBuffer()).byteLength).toBe(0);
});

test("a link that is forged, incomplete, expired or of another file opens nothing", async () => {
  const { register, upload, download, url } = stack();
  const { token } = await register();
  const file = await upload(token, "a.txt", "text");
  const other = await upload(token, "b.txt", "other");
  const signer = new Signer(createFixedKeys(masterKey(Buffer.alloc(32, "test"))));
  const strangers = new Signer(createFixedKeys(masterKey(Buffer.alloc(32, "other"))));
  const ago = (minutes: number) => Date.now() - minutes * 60_000;
  const create = (by: Signer, now?: number) =>
    new FileLinks({ signer: by, publicUrl: url }).create(file, now).url;
  expect((await download(create(signer, ago(FILE_LIMITS.linkMinutes - 1)))).status).toBe(200);
  const link = new URL(file.url);
  const change = (changes: Record<string, string | undefined>) => {
    const changed = new URL(link);
    for (const [name, value] of Object.entries(changes))
      if (value === undefined) changed.searchParams.delete(name);
      else changed.searchParams.set(name, value);
    return changed.href;
  };
  for (const [title, forged] of [
    ["expired", create(signer, ago(FILE_LIMITS.linkMinutes + 6))],
    ["signed by another server", create(strangers)],
    ["a later end", change({ expires: String(Number(link.searchParams.get("expires")) + 1) })],
    ["no signature", change({ signature: undefined })],
    ["an empty signature", change({ signature: "" })],
    ["no end", change({ expires: undefined })],
    ["another file", file.url.replace(file.id, other.id)],
  ] as const)
    expect(await download(forged), title).toMatchObject({ status: 403 });
  expect((await download(change({ expires: undefined, signature: undefined }))).status).toBe(401);
});

test("the owner downloads without a link, and an expired file is gone", async () => {
  const { client, db, register, upload, download } = stack();
  const { token } = await register();
  const file = await upload(token, "a.txt", "text");
  const path = `/api/v1/files/${file.id}/content`;
  expect(await client.get(path, { token })).toMatchObject({ status: 200, body: "text" });
  expect(await client.get(path)).toMatchObject({ status: 401 });
  await sql`UPDATE files SET expires_at = now() - interval '1 second' WHERE id = ${file.id}`.execute(db);
  expect(await client.get(path, { token })).toMatchObject({ status: 404 });
  expect((await download(file.url)).status).toBe(404);
});
