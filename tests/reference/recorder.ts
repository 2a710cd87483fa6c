import type { Route } from "@stoa/contract";
import { ROUTE_GROUPS } from "../../scripts/generate/openapi.ts";
import type { Client, Person } from "../harness/client.ts";
import type { ExampleRequest, Examples, Exchange } from "./exchange.ts";

/** Response headers that an example shows. */
const SHOWN_HEADERS = [
  "content-disposition",
  "idempotent-replayed",
  "location",
  "preference-applied",
  "retry-after",
] as const;

/** The placeholder in an example for the bytes of a file that is not text. */
const FILES: Readonly<Record<string, string>> = {
  "application/octet-stream": "(the bytes of a .zip archive)",
  "image/webp": "(the bytes of an image)",
};

export interface Call extends ExampleRequest {
  /** The caller. The call is anonymous if this is not set. */
  as?: Person & { key?: string };
  /** The name of the form's file. */
  filename?: string;
  /** The expected status, if it is not the success that the route declares. */
  status?: number;
  /** The browser's cookie, which is sent with the call and replaced by the cookie that the server sets. */
  browser?: { cookie?: string };
  /** The number of events to read from an endless stream before closing it. */
  events?: number;
}

export function findRoute(operation: string): Route {
  const [group = "", name = ""] = operation.split(".");
  const route = ROUTE_GROUPS[group]?.[name];
  if (!route) throw new Error(`there is no operation ${operation}`);
  return route;
}

/** Calls operations of a running server and records requests and answers. */
export class Recorder {
  readonly exchanges = new Map<string, Exchange[]>();
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Calls an operation, records the exchange and returns the body. Throws for an unexpected status. */
  async record(operation: string, call: Call = {}): Promise<Record<string, unknown>> {
    const { as, filename, status, browser, events, ...request } = call;
    const route = findRoute(operation);
    const headers: Record<string, string> = { ...request.headers, ...getCredential(route, as) };
    if (browser?.cookie !== undefined) headers.cookie = browser.cookie;
    const url = this.#client.url + toAddress(route, request);
    const form = request.form && createForm(request.form, filename ?? "agent.py");
    const isStream = route.encoding === "stream";
    const sent = request.body === undefined || isStream ? request.body : JSON.stringify(request.body);
    if (sent !== undefined)
      headers["content-type"] = isStream ? "application/octet-stream" : "application/json";
    const body = form ?? (sent === undefined ? undefined : String(sent));
    const response = await fetch(url, {
      method: route.method,
      headers,
      ...(body !== undefined && { body }),
    });
    const [cookie] = response.headers.get("set-cookie")?.split(";") ?? [];
    if (browser && cookie !== undefined) browser.cookie = cookie;
    const text = events === undefined ? await response.text() : await readFirstEvents(response, events);
    if (response.status !== (status ?? route.status))
      throw new Error(`${operation} answered ${response.status}: ${text.slice(0, 2000)}`);
    const type = (response.headers.get("content-type") ?? "").split(";")[0] ?? "";
    const answered: unknown = type.endsWith("json") ? JSON.parse(text) : (FILES[type] ?? text);
    const shown = SHOWN_HEADERS.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    const exchange = {
      request,
      answer: { status: response.status, type, headers: Object.fromEntries(shown), body: answered },
    };
    this.exchanges.set(operation, [...(this.exchanges.get(operation) ?? []), exchange]);
    return Object(answered);
  }

  /** Returns the recorded exchanges, keyed by group. */
  getExamples(): Record<string, Examples> {
    const groups: Record<string, Examples> = {};
    for (const [operation, exchanges] of this.exchanges) {
      const [group = "", name = ""] = operation.split(".");
      groups[group] = { ...groups[group], [name]: exchanges };
    }
    return groups;
  }
}

function getCredential(route: Route, as: Call["as"]): Record<string, string> {
  if (!as || route.auth === "public") return {};
  if (route.auth !== "key") return { authorization: `Bearer ${as.token}` };
  if (as.key === undefined) throw new Error(`${as.username} has no API key yet`);
  return { "x-api-key": as.key };
}

function toAddress(route: Route, { params = {}, query = {} }: ExampleRequest): string {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) search.set(name, String(value));
  return `/api/v1${path}${search.size > 0 ? `?${search}` : ""}`;
}

function createForm({ file, ...fields }: Record<string, string>, filename: string): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  if (file !== undefined) form.set("file", new Blob([file]), filename);
  return form;
}

/** Reads a number of events from an endless stream and closes the stream. */
async function readFirstEvents(response: Response, count: number): Promise<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (reader && text.split("\n\n").length <= count) {
    const { done, value } = await reader.read();
    if (done) break;
    text += value;
  }
  await reader?.cancel();
  return text.split("\n\n").slice(0, count).join("\n\n").concat("\n\n");
}
