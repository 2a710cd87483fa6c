import type { WidgetResult, WidgetTurns } from "@stoa/contract/widget";
import { WIDGET_TEXTS } from "@stoa/contract/widget-texts";
import { readServerSentEvents } from "../../lib/sse.ts";
import type { PageLink } from "./page-link.ts";

/** A refusal with a sentence for the visitor. */
export class VisitorError extends Error {}

/** What arrives of an answer. */
export type AnswerPart =
  | { readonly event: "status"; readonly data: { readonly run_id: string } }
  | { readonly event: "output"; readonly data: { readonly text: string } }
  | { readonly event: "result"; readonly data: WidgetResult };

/** The calls of a visitor. Their session is renewed by the page when it has expired. */
export class VisitorApi {
  readonly #page: PageLink;
  #session: string;

  constructor(page: PageLink) {
    this.#page = page;
    this.#session = page.session;
  }

  async readTurns(): Promise<WidgetTurns["turns"]> {
    const response = await this.#call("GET", "/messages");
    const reply: unknown = await response.json();
    return (reply as WidgetTurns).turns;
  }

  /** Sends a message and yields the answer. @throws VisitorError */
  async *send(message: string, isNew: boolean): AsyncGenerator<AnswerPart> {
    yield* readAnswer(await this.#call("POST", "/messages", { message, is_new: isNew }));
  }

  /** Yields an answer from its beginning. @throws VisitorError */
  async *follow(runId: string): AsyncGenerator<AnswerPart> {
    yield* readAnswer(await this.#call("GET", `/runs/${runId}/events`));
  }

  async cancel(runId: string): Promise<void> {
    await this.#call("POST", `/runs/${runId}/cancel`, {});
  }

  async #call(method: string, path: string, body?: object): Promise<Response> {
    let response = await this.#fetch(method, path, body);
    if (response.status === 401) {
      const renewed = await this.#page.renewSession();
      if (renewed === null) throw new VisitorError(WIDGET_TEXTS.unavailable);
      this.#session = renewed;
      response = await this.#fetch(method, path, body);
    }
    if (response.ok) return response;
    const problem: unknown = await response.json().catch(() => ({}));
    const { detail } = Object(problem) as { detail?: unknown };
    throw new VisitorError(typeof detail === "string" ? detail : WIDGET_TEXTS.unavailable);
  }

  #fetch(method: string, path: string, body: object | undefined): Promise<Response> {
    const headers = {
      authorization: `Bearer ${this.#session}`,
      ...(body !== undefined && { "content-type": "application/json" }),
    };
    // The origin of a frame in a sandbox is opaque, so the URL of the document names the server.
    const url = `${new URL(location.href).origin}/embed${path}`;
    return fetch(url, {
      method,
      headers,
      credentials: "omit",
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch(() => {
      throw new VisitorError(WIDGET_TEXTS.lost);
    });
  }
}

async function* readAnswer({ body }: Response): AsyncGenerator<AnswerPart> {
  if (body === null) return;
  for await (const { event, data: text } of readServerSentEvents(body)) {
    const data: unknown = JSON.parse(text);
    yield { event, data } as AnswerPart;
  }
}
