import { StringDecoder } from "node:string_decoder";
import { AgentFailure } from "./agent-failure.ts";

/** Thousands of times a usual event. A longer line is no answer of a model. */
const MAX_LINE_CHARS = 1024 * 1024;

/**
 * The data of server-sent events of one line each, as model providers send them.
 * @throws AgentFailure when a line grows beyond 1 MiB.
 */
export async function* eventData(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new StringDecoder("utf8");
  let pending = "";
  for await (const chunk of chunks) {
    const text = decoder.write(chunk);
    // Only what is new is searched, so that a long line in small pieces is not read again and again.
    const end = text.lastIndexOf("\n");
    if (end < 0) pending += text;
    else {
      const lines = (pending + text.slice(0, end)).split("\n");
      pending = text.slice(end + 1);
      for (const line of lines) if (line.startsWith("data:")) yield line.slice("data:".length).trim();
    }
    if (pending.length > MAX_LINE_CHARS)
      throw new AgentFailure("The model's answer could not be read.", "a server-sent event is too long");
  }
}
