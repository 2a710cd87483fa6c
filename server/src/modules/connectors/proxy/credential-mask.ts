import { Transform } from "node:stream";
import type { Attachment, ConnectorSecrets } from "../service-definition.ts";

/** Shorter values are not masked, because they occur in any answer as ordinary words. */
const SHORTEST_SECRET = 8;
const MASK = "*".charCodeAt(0);

/**
 * Masks the credential in every answer, in each form in which it was sent, because some services
 * repeat the request in their answer and the agent can read the answer.
 */
export class CredentialMask {
  readonly #secrets: readonly Buffer[];

  constructor({ credential }: ConnectorSecrets, { headers, query, secrets = [] }: Attachment) {
    const sent = [...Object.values(headers), ...Object.values(query ?? {})];
    const forms = [credential, ...secrets, ...sent.map((value) => value.split(" ").at(-1) ?? "")];
    const escaped = forms.flatMap((form) => [
      form,
      encodeURIComponent(form),
      JSON.stringify(form).slice(1, -1),
    ]);
    const unique = [...new Set(escaped)].filter((form) => form.length >= SHORTEST_SECRET);
    this.#secrets = unique.map((form) => Buffer.from(form)).sort((a, b) => b.length - a.length);
  }

  isIn(text: string): boolean {
    return this.#secrets.some((secret) => text.includes(secret.toString()));
  }

  /** Masks secrets in a stream, even across two chunks. The length does not change. */
  stream(): Transform {
    let kept: Buffer = Buffer.alloc(0);
    return new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        const bytes = this.#masked(Buffer.concat([kept, chunk]));
        const ready = bytes.length - this.#countPartialMatch(bytes);
        kept = bytes.subarray(ready);
        done(null, bytes.subarray(0, ready));
      },
      flush: (done) => done(null, kept),
    });
  }

  #masked(bytes: Buffer): Buffer {
    for (const secret of this.#secrets)
      for (let at = bytes.indexOf(secret); at >= 0; at = bytes.indexOf(secret, at + secret.length))
        bytes.fill(MASK, at, at + secret.length);
    return bytes;
  }

  /** Returns how many of the last bytes could begin a secret; the rest can be sent immediately. */
  #countPartialMatch(bytes: Buffer): number {
    const longest = (this.#secrets[0]?.length ?? 1) - 1;
    for (let length = Math.min(longest, bytes.length); length > 0; length -= 1) {
      const end = bytes.subarray(bytes.length - length);
      if (this.#secrets.some((secret) => secret.length > length && secret.subarray(0, length).equals(end)))
        return length;
    }
    return 0;
  }
}
