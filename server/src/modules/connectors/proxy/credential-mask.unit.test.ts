import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { CredentialMask } from "./credential-mask.ts";

const CREDENTIAL = 'secret-"1"-of-mine';
const BASIC = Buffer.from(`me:${CREDENTIAL}`).toString("base64");
const mask = new CredentialMask(
  { credential: CREDENTIAL, config: {} },
  { headers: { authorization: `Basic ${BASIC}` }, query: { key: "key-in-query" } },
);
const masked = (chunks: string[]) =>
  text(Readable.from(chunks.map((chunk) => Buffer.from(chunk))).pipe(mask.stream()));
const stars = (secret: string) => "*".repeat(secret.length);

test.each([
  CREDENTIAL,
  BASIC,
  "key-in-query",
  encodeURIComponent(CREDENTIAL),
  JSON.stringify(CREDENTIAL).slice(1, -1),
])("%s is masked, even if it spans several chunks of a stream", async (secret) => {
  const body = `before ${secret} between ${secret}${secret} after`;
  const expected = body.replaceAll(secret, stars(secret));
  for (let at = 0; at <= body.length; at += 1)
    expect(await masked([body.slice(0, at), body.slice(at)])).toBe(expected);
  expect(await masked([...body])).toBe(expected);
  expect(mask.isIn(body)).toBe(true);
});

test("text that does not contain the credential passes immediately and unchanged", async () => {
  const stream = mask.stream();
  stream.write("data: first\n\n");
  expect(String(stream.read())).toBe("data: first\n\n");
  expect(await masked(["secr", "et of another", " secret-"])).toBe("secret of another secret-");
  expect(mask.isIn("Basic realm")).toBe(false);
});
