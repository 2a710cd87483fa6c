import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { User } from "@stoa/contract";
import type { z } from "zod";

/** The response to a call. Its body is parsed if it is JSON. */
export interface Answer {
  status: number;
  headers: Headers;
  body: unknown;
}

export interface CallOptions {
  token?: string;
  key?: string;
  json?: unknown;
  form?: FormData;
  /** The body, sent unchanged. Its content type is JSON unless `headers` name another. */
  raw?: string;
  headers?: Record<string, string>;
}

/** A person who registered over HTTP. */
export interface Person {
  username: string;
  email: string;
  password: string;
  token: string;
}

/** A person with the main key of their account. */
export interface KeyHolder extends Person {
  key: string;
}

/** Calls a running server over HTTP, like a program that does not know its internals. */
export class Client {
  readonly url: string;

  constructor(url: string) {
    this.url = url;
  }

  async call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    const headers = new Headers(options.headers);
    if (options.token !== undefined) headers.set("authorization", `Bearer ${options.token}`);
    if (options.key !== undefined) headers.set("x-api-key", options.key);
    let body: string | FormData | undefined = options.form;
    if (options.json !== undefined || options.raw !== undefined) {
      if (!headers.has("content-type")) headers.set("content-type", "application/json");
      body = options.raw ?? JSON.stringify(options.json);
    }
    const response = await fetch(this.url + path, { method, headers, ...(body !== undefined && { body }) });
    const text = await response.text();
    const isJson = /json/.test(response.headers.get("content-type") ?? "");
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  }

  get(path: string, options?: CallOptions): Promise<Answer> {
    return this.call("GET", path, options);
  }

  post(path: string, json: unknown, options?: CallOptions): Promise<Answer> {
    return this.call("POST", path, { json, ...options });
  }

  put(path: string, json: unknown, options?: CallOptions): Promise<Answer> {
    return this.call("PUT", path, { json, ...options });
  }

  /** Registers a new person with a unique name. */
  async register(overrides: Partial<Omit<Person, "token">> = {}): Promise<Person> {
    const username = overrides.username ?? `user_${randomBytes(5).toString("hex")}`;
    const person = { username, email: `${username}@example.com`, password: "correct horse", ...overrides };
    const answer = await this.post("/api/v1/users/register", person);
    if (answer.status !== 201)
      throw new Error(`register answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    const { access_token } = Object(answer.body);
    return { ...person, token: String(access_token) };
  }

  /** Registers a new person and reads their API key. */
  async registerWithKey(overrides?: Partial<Omit<Person, "token">>): Promise<KeyHolder> {
    const person = await this.register(overrides);
    const answer = await this.get("/api/v1/users/me", { token: person.token });
    return { ...person, key: parseAnswer(User, answer).api_key };
  }
}

/** Parses an answer's body strictly. A field that the contract does not declare is an error. */
export function parseAnswer<S extends z.ZodType>(schema: S, answer: Answer): z.output<S> {
  const value = schema.parse(answer.body);
  assert.deepStrictEqual(answer.body, value, "the answer has fields that the contract does not name");
  return value;
}
