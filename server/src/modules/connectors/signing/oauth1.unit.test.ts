import { expect, test } from "vitest";
import { createOAuth1Headers, createSignatureBase, type Moment, type OAuth1Keys } from "./oauth1.ts";

const FORM = "application/x-www-form-urlencoded";

/** This example is in RFC 5849, 1.2. */
const PRINTER: OAuth1Keys = {
  consumerKey: "dpf43f3p2l4k3l03",
  consumerSecret: "kd94hf93k423kf44",
  token: { key: "nnch734d00sl2jdk", secret: "pfkkdhi9sl3r6s4s" },
};
/** This example is on X's page "Creating a signature". */
const TWITTER: OAuth1Keys = {
  consumerKey: "xvz1evFS4wEEPTGEFPHBog",
  consumerSecret: "kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw",
  token: {
    key: "370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb",
    secret: "LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE",
  },
};
const TWEETED: Moment = { nonce: "kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg", timestamp: "1318622958" };
const tweet = (version: string) => ({
  method: "POST",
  url: new URL(`https://api.twitter.com/${version}/statuses/update.json?include_entities=true`),
  contentType: FORM,
  body: "status=Hello%20Ladies%20%2b%20Gentlemen%2c%20a%20signed%20OAuth%20request%21",
});

function signatureIn({ authorization = "" }: Readonly<Record<string, string>>): string {
  const [, signature = ""] = /oauth_signature="([^"]+)"/.exec(authorization) ?? [];
  return decodeURIComponent(signature);
}

test.each([
  ["1", "tnnArxj06cWHq44gCs1OSKk/jLY="],
  ["1.1", "hCtSmYh+iHYCEqBWrE7C7hYmtUk="],
])("the signature of a tweet with API version %s matches X's documentation", (version, signature) => {
  expect(signatureIn(createOAuth1Headers(TWITTER, tweet(version), TWEETED))).toBe(signature);
});

test("the signature base string matches RFC 5849, 3.4.1.1", () => {
  const request = {
    method: "post",
    url: new URL("http://EXAMPLE.COM:80/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b"),
    contentType: `${FORM}; charset=utf-8`,
    body: Buffer.from("c2&a3=2+q"),
  };
  expect(
    createSignatureBase(request, [
      ["oauth_consumer_key", "9djdj82h48djs9d2"],
      ["oauth_token", "kkk9d7dh3k39sjv7"],
      ["oauth_signature_method", "HMAC-SHA1"],
      ["oauth_timestamp", "137131201"],
      ["oauth_nonce", "7d8f3e4a"],
    ]),
  ).toBe(
    "POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26c2%3D%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7",
  );
});

test.each(["application/json", "multipart/form-data; boundary=x", undefined])(
  "a body of type %s is not signed",
  (contentType) => {
    const url = new URL("https://photos.example.net/photos?file=vacation.jpg&size=original");
    const moment = { nonce: "chapoH", timestamp: "137131202" };
    const signed = (body?: string) =>
      createOAuth1Headers(
        PRINTER,
        { method: "POST", url, ...(contentType && { contentType }), ...(body && { body }) },
        moment,
      );
    expect(signed("a=1&b=2")).toEqual(signed());
  },
);

test("a client without a token signs with only its own secret", () => {
  const { consumerKey, consumerSecret } = PRINTER;
  const { authorization } = createOAuth1Headers(
    { consumerKey, consumerSecret },
    { method: "POST", url: new URL("https://photos.example.net/initiate") },
  );
  expect(authorization).not.toContain("oauth_token");
  expect(authorization).toMatch(/^OAuth oauth_consumer_key="dpf43f3p2l4k3l03", oauth_nonce="[0-9a-f]{32}"/);
});

test("two equal requests have different headers, and no secret is sent", () => {
  const once = createOAuth1Headers(TWITTER, tweet("2"));
  expect(createOAuth1Headers(TWITTER, tweet("2"))).not.toEqual(once);
  for (const secret of [TWITTER.consumerSecret, TWITTER.token?.secret ?? ""])
    expect(JSON.stringify(once)).not.toContain(secret);
});
