/**
 * Reduces images in a process of its own, because decoding what others uploaded can take up any amount of memory and can
 * find the decoders' errors. server/src/modules/files/previews/preview-process.ts starts the process in a sandbox and sends
 * images to its standard input.
 *
 * A request is the length of an image, as 4 bytes, and the image. A reply is one byte (`R`: ready, `P`: a preview, `N`: the
 * image cannot be read), the length of its content as 4 bytes, and the content.
 */
import sharp from "sharp";

/** The longer side of a preview: the width of a chat on a screen with two pixels per point. */
const LONGEST_SIDE = 1_024;
/** A photo of 50 megapixels. libvips decodes a PNG or WebP of this size within 200 MB. */
const MAX_PIXELS = 50_000_000;
const QUALITY = 80;
const LENGTH_BYTES = 4;

// The server sends one image at a time, and each must leave no memory behind.
sharp.concurrency(1);
sharp.cache(false);
// Only decoders of formats that browsers show, too.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadJpegBuffer",
    "VipsForeignLoadNsgifBuffer",
    "VipsForeignLoadPngBuffer",
    "VipsForeignLoadWebpBuffer",
  ],
});

/** @param {"R" | "P" | "N"} kind */
function reply(kind, content = Buffer.alloc(0)) {
  const head = Buffer.alloc(1 + LENGTH_BYTES);
  head.write(kind, "latin1");
  head.writeUInt32BE(content.length, 1);
  process.stdout.write(Buffer.concat([head, content]));
}

/** Encodes an image again, which also removes its metadata, such as the place where a photo was taken. @param {Buffer} image */
async function reduce(image) {
  try {
    const preview = await sharp(image, {
      limitInputPixels: MAX_PIXELS,
      failOn: "error",
      sequentialRead: true,
    })
      .autoOrient()
      .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: "inside", withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .toBuffer();
    reply("P", preview);
  } catch {
    reply("N");
  }
}

async function main() {
  /** @type {Buffer[]} */
  let chunks = [];
  let bytes = 0;
  reply("R");
  for await (const piece of process.stdin) {
    const chunk = /** @type {Buffer} */ (piece);
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes < LENGTH_BYTES) continue;
    if (chunks[0] && chunks[0].length < LENGTH_BYTES) chunks = [Buffer.concat(chunks)];
    const length = chunks[0]?.readUInt32BE() ?? 0;
    if (bytes < LENGTH_BYTES + length) continue;
    const image = Buffer.concat(chunks).subarray(LENGTH_BYTES, LENGTH_BYTES + length);
    [chunks, bytes] = [[], 0];
    await reduce(image);
  }
}

await main();
