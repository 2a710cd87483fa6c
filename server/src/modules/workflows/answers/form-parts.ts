import { buffer } from "node:stream/consumers";
import { Busboy, type BusboyHeaders } from "@fastify/busboy";
import type { WaitAnswer } from "@stoa/workflow";

/**
 * The number of parts of a form. Forms for people have tens of fields; the limit of the whole body also limits the size
 * of the parts.
 */
const MAX_PARTS = 1_000;
const MAX_HEADERS_OF_PART = 50;

type SentFile = WaitAnswer["files"][string][number];

/** The values and files of a multipart form. */
interface FormParts {
  texts: [string, string][];
  files: Map<string, SentFile[]>;
}

/** Parses a multipart form. @throws Error if the body is not a valid form */
export async function parseFormParts(bytes: Buffer, type: string): Promise<FormParts> {
  const headers: BusboyHeaders = { "content-type": type };
  const limits = { parts: MAX_PARTS, headerPairs: MAX_HEADERS_OF_PART, fieldSize: bytes.byteLength };
  const parser = new Busboy({ headers, limits });
  const texts: FormParts["texts"] = [];
  const read: Promise<[string, SentFile]>[] = [];
  parser.on("field", (name, value) => texts.push([name, value]));
  parser.on("file", (name, stream, fileName, _encoding, mimeType) => {
    const file = buffer(stream).then((content): [string, SentFile] => [
      name,
      { fileName, mimeType, data: content.toString("base64") },
    ]);
    // The promise is awaited below. If a file is incomplete, the parser of the form fails too.
    file.catch(() => undefined);
    read.push(file);
  });
  await new Promise<void>((resolve, reject) => {
    parser.on("partsLimit", () => reject(new Error("the form has too many parts")));
    parser.on("error", reject);
    parser.on("finish", resolve);
    parser.end(bytes);
  });
  const files: FormParts["files"] = new Map();
  // Browsers send a file field without a file as an empty file.
  for (const [name, file] of await Promise.all(read))
    if (file.data !== "") files.set(name, [...(files.get(name) ?? []), file]);
  return { texts, files };
}
