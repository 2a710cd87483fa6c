import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { deflateSync } from "node:zlib";
import type { Sharp, SharpOptions } from "sharp";
import { afterEach, expect, test, vi } from "vitest";
import { buildPreviewCommands, PREVIEWS_ENVIRONMENT } from "./preview-command.ts";
import { Previewer, PreviewsUnavailable } from "./previewer.ts";

// On a busy machine the process takes some seconds to start.
vi.setConfig({ testTimeout: 30_000 });

const PROGRAM = fileURLToPath(new URL("../../../../previews/preview-process.mjs", import.meta.url));
const sharp = createRequire(import.meta.url)("sharp") as (input?: Buffer | SharpOptions) => Sharp;
const opened: Previewer[] = [];
afterEach(() => Promise.all(opened.splice(0).map((each) => each.close())));

function open(options: Partial<ConstructorParameters<typeof Previewer>[0]> = {}): Previewer {
  const previewer = new Previewer({ program: PROGRAM, ...options });
  opened.push(previewer);
  return previewer;
}

const draw = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "red" } });
const reduce = (previewer: Previewer, image: Buffer, account = "acc_1") =>
  previewer.reduce(account, async () => image);

/** Returns a small PNG that claims to have this many pixels per side. */
function createBomb(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side);
  head.writeUInt32BE(side, 4);
  head.set([8, 2], 8);
  return Buffer.concat([
    Buffer.from("\u0089PNG\r\n\u001a\n", "latin1"),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(Buffer.alloc(1_000_000))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function crc32(data: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of data) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}

test.each(["png", "jpeg", "webp", "gif"] as const)(
  "reduces a %s to WebP without metadata",
  async (format) => {
    const image = draw(2000, 1000).withExif({ IFD0: { Copyright: "secret place" } });
    const content = await image.toFormat(format).toBuffer();
    const preview = await reduce(open(), content);
    expect(await sharp(preview).metadata()).toMatchObject({ format: "webp", width: 1024, height: 512 });
    expect(preview?.includes("secret place")).toBe(false);
  },
);

test("a photo is turned as its metadata says, and a small image keeps its size", async () => {
  const turned = await draw(20, 10).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  expect(await sharp(await reduce(open(), turned)).metadata()).toMatchObject({ width: 10, height: 20 });
});

test("images that are broken, cut off, too large or of another format have no preview, and the process continues", async () => {
  const previewer = open();
  const good = await draw(100, 100).png().toBuffer();
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  const tiff = await draw(9, 9).tiff().toBuffer();
  for (const image of [
    Buffer.alloc(0),
    good.subarray(0, 90),
    createBomb(60_000),
    createBomb(8_000),
    svg,
    tiff,
  ])
    expect(await reduce(previewer, image)).toBeUndefined();
  const pid = previewer.pid;
  expect(await reduce(previewer, good)).toBeInstanceOf(Buffer);
  expect(previewer.pid).toBe(pid);
});

test("an image that takes too long ends the process, and the next image starts another", async () => {
  const previewer = open({ imageMs: 1 });
  const large = await draw(6000, 6000).png().toBuffer();
  expect(await reduce(previewer, large)).toBeUndefined();
  const patient = open();
  expect(await reduce(patient, large)).toBeInstanceOf(Buffer);
});

test("a process gets the images of one account only", async () => {
  const previewer = open();
  const image = await draw(9, 9).png().toBuffer();
  await reduce(previewer, image, "acc_1");
  const first = previewer.pid;
  await reduce(previewer, image, "acc_1");
  expect(previewer.pid).toBe(first);
  await reduce(previewer, image, "acc_2");
  expect(previewer.pid).not.toBe(first);
});

test("the process starts with the first image and ends when it is not used", async () => {
  const previewer = open({ idleMs: 50 });
  expect(previewer.pid).toBeUndefined();
  await reduce(previewer, await draw(9, 9).png().toBuffer());
  const pid = previewer.pid;
  expect(readFileSync(`/proc/${pid}/environ`, "latin1")).not.toMatch(/HOME|DATABASE|KEY/);
  await expect.poll(() => previewer.pid).toBeUndefined();
});

test("the process has no network, sees no other files and has no privileges", () => {
  const [command = []] = buildPreviewCommands(PROGRAM);
  const script = `
    const fs = require("node:fs");
    const status = fs.readFileSync("/proc/self/status", "utf8");
    console.log(JSON.stringify({
      env: process.env, root: fs.readdirSync("/").sort(), tests: fs.existsSync(${JSON.stringify(import.meta.filename)}),
      links: fs.readFileSync("/proc/net/dev", "utf8").match(/^ *\\w+:/gm).map((name) => name.trim()),
      caps: /CapEff:\\t(\\w+)/.exec(status)[1], limit: /Max data size +(\\d+)/.exec(fs.readFileSync("/proc/self/limits", "utf8"))[1],
    }))`;
  const [run, ...args] = [...command.slice(0, -1), "-e", script];
  const { stdout } = spawnSync(run, args, { env: { ...PREVIEWS_ENVIRONMENT, SECRET: "x" } });
  const found = JSON.parse(stdout.toString());
  expect(found).toMatchObject({ tests: false, links: ["lo:"], caps: "0000000000000000", limit: "671088640" });
  expect(Object.keys(found.env)).toEqual(["PWD"]);
  expect(found.root).not.toContain("home");
});

test("without a process that can start, there are no previews, and not each image tries", async () => {
  const previewer = open({ commands: [["/bin/false"]] });
  for (const _ of [1, 2])
    await expect(reduce(previewer, Buffer.from("x"))).rejects.toThrow(PreviewsUnavailable);
});
