import { zipSync } from "fflate";

const PDF =
  "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj\n4 0 obj<</Length 37>>stream\nBT /F 12 Tf 20 200 Td (Hello) Tj ET  \nendstream endobj\n5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\ntrailer<</Root 1 0 R>>\n";
const FEED = `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title><link>https://example.com</link><item><title>One</title><link>https://example.com/1</link><guid>1</guid><pubDate>Wed, 04 Mar 2026 10:20:30 GMT</pubDate><description>First</description></item></channel></rss>`;

/** An image of one pixel, in base64. */
export const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
/** An empty sound: a WAV file that consists only of its header. */
const WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=";

/** @typedef {{ type: string; bytes: Buffer }} SampleFile */

/** @param {string} type @param {string} content @param {"utf8" | "base64"} [encoding] @returns {SampleFile} */
const createFile = (type, content, encoding = "utf8") => ({ type, bytes: Buffer.from(content, encoding) });

/** Files of every kind that services return and callers send, keyed by file extension. */
export const SAMPLE_FILES = {
  pdf: createFile("application/pdf", PDF),
  csv: createFile("text/csv", "name,email,url\nAda,ada@example.com,https://example.com\n"),
  xml: createFile("application/xml", "<list><entry>one</entry></list>"),
  html: createFile("text/html", "<html><body><h1>Title</h1><p>Text <a href='/a'>A</a></p></body></html>"),
  text: createFile("text/plain", "plain text"),
  txt: createFile("text/plain", "plain text"),
  rss: createFile("application/rss+xml", FEED),
  zip: { type: "application/zip", bytes: Buffer.from(zipSync({ "read-me.txt": Buffer.from("plain text") })) },
  png: createFile("image/png", PNG, "base64"),
  wav: createFile("audio/wav", WAV, "base64"),
};

/** @param {string} name @returns {name is keyof typeof SAMPLE_FILES} */
export const isKind = (name) => Object.hasOwn(SAMPLE_FILES, name);

/** @type {Readonly<Record<string, keyof typeof SAMPLE_FILES>>} */
const LIKE = { jpg: "png", jpeg: "png", webp: "png", mp3: "wav", ogg: "wav", m4a: "wav", htm: "html" };

/**
 * Returns the sample file for the extension at the end of a name or URL.
 * @param {string} name
 * @returns {SampleFile | undefined}
 */
export function findSample(name) {
  const ending = /\.(\w{3,4})(?:\?|$)/.exec(name)?.[1]?.toLowerCase() ?? "";
  const kind = LIKE[ending] ?? ending;
  return isKind(kind) ? SAMPLE_FILES[kind] : undefined;
}
