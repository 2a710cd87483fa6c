import type { ProgressToken, ServerContext } from "@modelcontextprotocol/server";
import type { FollowedEvent } from "../../runs/index.ts";

/** The maximum length of a message, which clients show in one line. */
const MESSAGE_MAX = 300;
/** How often the growing output of a run is reported. People read no faster, and each report is a message. */
const OUTPUT_EVERY_MS = 500;
/** The number of reports per run. A run that reports more often floods the log of its client. */
const REPORTS_MAX = 1_000;

/** Reports the progress of a run to the client that asked for it. */
export class ProgressReports {
  readonly #context: ServerContext;
  readonly #token: ProgressToken;
  #reports = 0;
  #characters = 0;
  #lastOutputAt = 0;

  constructor(context: ServerContext, token: ProgressToken) {
    this.#context = context;
    this.#token = token;
  }

  async report(event: FollowedEvent): Promise<void> {
    const message = this.#describe(event);
    if (message === undefined || this.#reports >= REPORTS_MAX) return;
    this.#reports++;
    await this.#context.mcpReq.notify({
      method: "notifications/progress",
      params: {
        progressToken: this.#token,
        progress: this.#reports,
        message: message.slice(0, MESSAGE_MAX),
      },
    });
  }

  #describe(event: FollowedEvent): string | undefined {
    switch (event.event) {
      case "status": {
        const { message, fraction } = event.data;
        const percent = fraction === undefined ? "" : `${Math.round(fraction * 100)} %`;
        return [percent, message].filter(Boolean).join(" ") || event.data.status;
      }
      case "step":
        return `${event.data.source}: ${event.data.text}`;
      case "node":
        return `${event.data.node}: ${event.data.state}`;
      case "output":
        return this.#describeOutput(event.data.text);
      default:
        return undefined;
    }
  }

  #describeOutput(text: string): string | undefined {
    this.#characters += text.length;
    const now = Date.now();
    if (now - this.#lastOutputAt < OUTPUT_EVERY_MS) return undefined;
    this.#lastOutputAt = now;
    return `${this.#characters} characters of output`;
  }
}
