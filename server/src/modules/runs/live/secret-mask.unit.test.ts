import * as fc from "fast-check";
import { expect, test } from "vitest";
import { SecretMask } from "./secret-mask.ts";

const KEY = "tvly-4f9A1c/Zq+77=&x";

function createMask(...secrets: string[]): SecretMask {
  const mask = SecretMask.create(secrets);
  if (!mask) throw new Error("no secret is long enough");
  return mask;
}

test.each<[form: string, text: string]>([
  ["in plain text", `the key ${KEY}.`],
  ["in JSON", JSON.stringify({ key: `${KEY}"` })],
  ["in a URL", `https://a.example/?key=${encodeURIComponent(KEY)}&x=1`],
  ["in hexadecimal", Buffer.from(KEY).toString("hex")],
  ["in hexadecimal with capital letters", Buffer.from(KEY).toString("hex").toUpperCase()],
  ...["", "a", "ab", "Basic user:"].map((before): [string, string] => [
    `in base64 after "${before}"`,
    Buffer.from(`${before}${KEY} and more`).toString("base64"),
  ]),
  ["in lower case, as in a host name", `https://${KEY.toLowerCase()}.example/`],
  ["in URL-safe base64", Buffer.from(KEY).toString("base64url")],
  ["shortened at both ends", KEY.slice(2, 19)],
])("masks a secret %s", (form, text) => {
  const masked = createMask(form === "shortened at both ends" ? KEY.slice(2, 19) : KEY).maskText(text);
  expect(masked).toContain("********");
  expect(masked.toLowerCase()).not.toContain("4f9a1c");
  expect(Buffer.from(masked, "base64").toString("latin1")).not.toContain(KEY);
});

test("masks a long secret completely, and each line of a key file", () => {
  const file = ["-----BEGIN KEY-----", "x".repeat(64), "y9".repeat(32), "-----END KEY-----"].join("\n");
  expect(createMask(file).maskText(`a\n${file}\nb`)).toBe("a\n********\n********\n********\n********\nb");
  expect(createMask("0123456789abcdefGHIJ").maskText("<0123456789abcdefGHIJ>")).toBe("<********>");
});

test("leaves short secrets and other text as they are", () => {
  expect(SecretMask.create(["short", ""])).toBeUndefined();
  expect(createMask("longenough").maskText("long enough, longenoug, LONGENOUGH")).toBe(
    "long enough, longenoug, LONGENOUGH",
  );
});

test("masks keys and values of JSON at any depth", () => {
  const mask = createMask("longenough");
  expect(mask.maskJson({ a: [{ longenough: 1 }, "longenough"], b: null, c: 2 })).toEqual({
    a: [{ "********": 1 }, "********"],
    b: null,
    c: 2,
  });
});

test("masks text that arrives in chunks like the whole text", () => {
  const letters = fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength: 8, maxLength: 40 });
  fc.assert(
    fc.property(
      fc.array(letters, { minLength: 1, maxLength: 3 }),
      fc.array(fc.oneof(letters, fc.nat({ max: 2 })), { maxLength: 8 }),
      fc.array(fc.nat({ max: 200 }), { maxLength: 6 }),
      (secrets, parts, cuts) => {
        const text = parts.map((part) => (typeof part === "number" ? (secrets[part] ?? "-") : part)).join("");
        const mask = createMask(...secrets);
        const masker = mask.openPieces();
        const borders = [
          0,
          ...cuts.map((cut) => Math.min(cut, text.length)).sort((a, b) => a - b),
          text.length,
        ];
        const shown = borders.slice(1).map((border, at) => masker.push(text.slice(borders[at], border)));
        const whole = mask.maskText(text);
        expect(shown.join("") + masker.end()).toBe(whole);
        for (const secret of secrets) expect(whole).not.toContain(secret);
      },
    ),
    { numRuns: 500 },
  );
});
