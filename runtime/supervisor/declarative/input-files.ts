import { getMessageFileKind, MESSAGE_FILE_LIMITS } from "@stoa/contract/message-files";
import type { Job, JobFile, JsonValue } from "../../protocol/index.ts";
import { AgentFailure } from "./agent-failure.ts";
import type { ContentPart } from "./conversation.ts";
import type { RunConnection } from "./run-connection.ts";

type Input = Job["input"];

const { textBytes: MAX_TEXT_BYTES, imageBytes: MAX_IMAGES_BYTES } = MESSAGE_FILE_LIMITS;

/** The input with texts in place of files, and the images that the model sees. */
export interface ReadInput {
  input: Input;
  images: ContentPart[];
}

/**
 * Reads the files of the input: texts become part of the input, and images become parts of the message to the model.
 * @throws AgentFailure with a message for the caller if a file is of another type or too large
 */
export async function readInputFiles(
  { input, files = [] }: Pick<Job, "input" | "files">,
  connection: Pick<RunConnection, "call">,
): Promise<ReadInput> {
  const images: ContentPart[] = [];
  const texts = new Map<JsonValue, string>();
  let imageBytes = 0;
  for (const file of files) {
    const kind = getMessageFileKind(file.type);
    if (kind === "image") {
      imageBytes += file.bytes;
      if (imageBytes > MAX_IMAGES_BYTES) throw createTooLargeFailure(file, "images", MAX_IMAGES_BYTES);
      const data = (await readContent(file, connection)).toString("base64");
      images.push({ type: "image_url", image_url: { url: `data:${file.type};base64,${data}` } });
      texts.set(file.id, `[image ${file.name}]`);
    } else if (kind === "text") {
      if (file.bytes > MAX_TEXT_BYTES) throw createTooLargeFailure(file, "a text", MAX_TEXT_BYTES);
      texts.set(
        file.id,
        `<file name="${file.name}">\n${(await readContent(file, connection)).toString()}\n</file>`,
      );
    } else
      throw new AgentFailure(
        `This agent can read texts and images (PNG, JPEG, GIF, WebP). ${file.name} is of the type ${file.type}. Convert it to one of these, and run the agent again.`,
      );
  }
  if (texts.size === 0) return { input, images };
  const replace = (value: JsonValue): JsonValue => {
    if (!Array.isArray(value)) return texts.get(value) ?? value;
    const read = value.flatMap((part) => texts.get(part) ?? []);
    return read.length === 0 ? value : read.join("\n\n");
  };
  const replaced = Object.entries(input).map(([name, value]): [string, JsonValue] => [name, replace(value)]);
  return { input: Object.fromEntries(replaced), images };
}

async function readContent({ id, bytes }: JobFile, connection: Pick<RunConnection, "call">): Promise<Buffer> {
  const answer = await connection.call({ method: "GET", path: `/files/${id}`, accept: "*/*" });
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    // Leaving the loop destroys the response and its connection.
    if (length > bytes) break;
  }
  if (answer.statusCode !== 200 || length !== bytes) throw new Error(`the file ${id} could not be read`);
  return Buffer.concat(chunks);
}

function createTooLargeFailure(file: JobFile, what: string, most: number): AgentFailure {
  const limit = most >= 1024 * 1024 ? `${most / 1024 / 1024} MiB` : `${most / 1024} KiB`;
  return new AgentFailure(
    `${file.name} is too large for the agent's model, which receives at most ${limit} of ${what}. Run the agent with less.`,
  );
}
