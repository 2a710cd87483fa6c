import { isStorable, NOT_STORABLE } from "@stoa/contract";
import type { FastifyInstance } from "fastify";
import { OauthError } from "./oauth-error.ts";

/** The longest form: a code verifier, two URLs and a token. Longer ones are not from an app of this server. */
export const FORM_MAX_BYTES = 16 * 1024;

/** Lets the routes of `app` read forms, in which OAuth sends its parameters, as `URLSearchParams`. */
export function readForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: FORM_MAX_BYTES },
    (_request, body: string, done) => done(null, new URLSearchParams(body)),
  );
}

/** The parameters of a request, each of which may be sent once (RFC 6749). */
export class FormParameters {
  readonly #form: URLSearchParams;

  /** @throws OauthError if the body is not a form, a parameter is repeated, or contains a NUL */
  constructor(body: unknown) {
    if (!(body instanceof URLSearchParams))
      throw new OauthError(
        "invalid_request",
        "The parameters must be a form, with the content type application/x-www-form-urlencoded",
      );
    for (const name of body.keys())
      if (body.getAll(name).length > 1)
        throw new OauthError("invalid_request", `${name.slice(0, 100)} must be sent only once`);
    for (const value of body.values())
      if (!isStorable(value)) throw new OauthError("invalid_request", NOT_STORABLE);
    this.#form = body;
  }

  /** Returns a parameter; an empty one counts as missing (RFC 6749). */
  find(name: string): string | undefined {
    return this.#form.get(name) || undefined;
  }

  /** @throws OauthError if the parameter is missing */
  read(name: string): string {
    const value = this.find(name);
    if (value === undefined) throw new OauthError("invalid_request", `${name} is required`);
    return value;
  }
}
