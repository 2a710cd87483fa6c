import { getRefusalMessage, readBody } from "@stoa/runtime/gateway-http";
import type { JobFile } from "@stoa/runtime/protocol";
import type { BinaryFile } from "../model/item.ts";
import type { GatewayClient } from "../model/services.ts";

/** The maximum size of the gateway's answer about a stored file: its ID, name, type and size. */
const MAX_ANSWER_BYTES = 8 * 1024;

/** A file that the run returned, as it appears in the run's answer. */
export interface ReturnedFile {
  file_id: string;
  name: string;
  type: string;
  size: number;
}

/** Reads a file of the run's input. @throws Error with the gateway's message if it cannot be read */
export async function readFile(gateway: GatewayClient, file: JobFile): Promise<Buffer> {
  const answer = await gateway.call({ method: "GET", path: `/files/${file.id}`, accept: "*/*" });
  const body = await readBody(answer, Math.max(file.bytes, MAX_ANSWER_BYTES));
  if (answer.statusCode !== 200) throw new Error(getRefusalMessage(body, answer.statusCode ?? 0));
  return body;
}

/** Returns a file to the caller of the run. @throws Error with the gateway's message if it is refused */
export async function returnFile(gateway: GatewayClient, file: BinaryFile): Promise<ReturnedFile> {
  const name = encodeURIComponent(file.fileName ?? `file.${file.fileExtension ?? "bin"}`);
  const content = { type: "application/octet-stream", bytes: Buffer.from(file.bytes) };
  const accept = "application/json";
  const answer = await gateway.call({ method: "POST", path: `/files?name=${name}`, accept, content });
  const body = await readBody(answer, MAX_ANSWER_BYTES);
  if (answer.statusCode !== 201) throw new Error(getRefusalMessage(body, answer.statusCode ?? 0));
  const { id, ...stored } = JSON.parse(body.toString()) as Omit<ReturnedFile, "file_id"> & { id: string };
  return { file_id: id, ...stored };
}
