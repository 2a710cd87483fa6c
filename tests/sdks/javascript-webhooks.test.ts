import { createHmac } from "node:crypto";
import { expect, it } from "vitest";
import { verifyWebhook, WebhookVerificationError } from "../../sdks/js/src/webhooks.ts";

/** The example of the Standard Webhooks specification, from 2021. */
const MESSAGE = {
  secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  headers: {
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  },
  body: '{"test": 2432232314}',
  toleranceSeconds: 1e12,
};

it("accepts the specification's example as a string and as bytes, with headers of any kind", () => {
  expect(verifyWebhook(MESSAGE)).toEqual({ test: 2432232314 });
  expect(verifyWebhook({ ...MESSAGE, body: new TextEncoder().encode(MESSAGE.body) })).toBeDefined();
  expect(verifyWebhook({ ...MESSAGE, headers: new Headers(MESSAGE.headers) })).toBeDefined();
});

it("accepts a message if one of several signatures is valid", () => {
  const signature = `v1,bm90aGluZw== v2,x ${MESSAGE.headers["webhook-signature"]}`;
  const headers = { ...MESSAGE.headers, "webhook-signature": signature };
  expect(verifyWebhook({ ...MESSAGE, headers })).toBeDefined();
});

it.each([
  ["another secret", { secret: "whsec_bm90aGluZw==" }],
  ["another body", { body: `${MESSAGE.body} ` }],
  ["another time", { headers: { ...MESSAGE.headers, "webhook-timestamp": "1614265331" } }],
  ["no time", { headers: { ...MESSAGE.headers, "webhook-timestamp": "soon" } }],
  ["no signature", { headers: { ...MESSAGE.headers, "webhook-signature": "" } }],
  ["no headers", { headers: {} }],
  ["an old message", { toleranceSeconds: 300 }],
])("%s is refused", (_, changed) => {
  expect(() => verifyWebhook({ ...MESSAGE, ...changed })).toThrow(WebhookVerificationError);
});

it.each(["", "whsec_", "whsec_?"])(
  "refuses a signature that was made with an empty key if the secret is %j",
  (secret) => {
    const { "webhook-id": id, "webhook-timestamp": at } = MESSAGE.headers;
    const signature = createHmac("sha256", "").update(`${id}.${at}.${MESSAGE.body}`).digest("base64");
    const headers = { ...MESSAGE.headers, "webhook-signature": `v1,${signature}` };
    expect(() => verifyWebhook({ ...MESSAGE, secret, headers })).toThrow(WebhookVerificationError);
  },
);
