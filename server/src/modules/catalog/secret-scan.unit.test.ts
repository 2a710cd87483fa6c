import { expect, test } from "vitest";
import { scanForSecrets } from "./secret-scan.ts";

/** Written in pieces, so that no scanner takes this file for a leak. */
const secrets: [what: string, secret: string][] = [
  ["an OpenAI API key", `sk-${"proj-"}${"aB3d".repeat(10)}`],
  ["an OpenAI API key", `sk-${"aB3d".repeat(12)}`],
  ["an Anthropic API key", `sk-${"ant-api03-"}${"aB3d".repeat(10)}`],
  ["an AWS access key", `AKIA${"ABCD2345".repeat(2)}`],
  ["a Google API key", `AIza${"aB3d_-x".repeat(5)}`],
  ["a GitHub token", `ghp_${"aB3d".repeat(9)}`],
  ["a GitHub token", `github_pat_${"aB3d".repeat(10)}`],
  ["a Slack token", `xoxb-${"1234567890-"}${"aB3d".repeat(5)}`],
  ["a Stripe key", `sk_live_${"aB3d".repeat(6)}`],
  ["a Stoa API key", `stoa_sk_${"aB3d".repeat(9)}`],
  ["a private key", `-----BEGIN ${"RSA "}PRIVATE KEY-----`],
];

test.each(secrets)("finds %s and names the line, not the secret", (what, secret) => {
  const finding = scanForSecrets(`import os\n\nclient = connect("${secret}")\n`);
  expect(finding).toMatchObject({ ok: false, line: 3, detail: expect.stringContaining(what) });
  expect(JSON.stringify(finding)).not.toContain(secret);
});

test.each([
  `API_KEY = "${"q8Zr2LmXw5Tn9Kb"}${"V3cHs7JdG1fPy4RtA"}"`,
  `config = {"client_secret": "${"3f9a1c7be0d2456"}${"8a7c1f3e9b2d40867"}"}`,
  `db_password: str = '${"Xy7Qp2Rt9Lk4Wm8Z"}'`.replace(": str", ""),
  `os.environ["SERVICE_TOKEN"] = "${"q8Zr2LmXw5Tn9Kb"}${"V3cHs7JdG1fPy4RtA"}"`,
])("finds a random value under a telling name: %s", (line) => {
  expect(scanForSecrets(line)).toMatchObject({
    ok: false,
    line: 1,
    detail: expect.stringContaining("a secret"),
  });
});

test.each([
  'API_KEY = os.environ["OPENAI_API_KEY"]',
  'api_key = "your-api-key-goes-here-please"',
  'sort_key = "customer_support_bot_version_2"',
  'token_url = "https://example.com/oauth2/token/v2"',
  'run_key = "0190f7a2-9d3c-7b6e-8f21-4d5a6b7c8d9e"',
  'password = "password"',
  'keyword = "internationalization"',
  'text = "sk-short"',
  "task-management-is-a-long-hyphenated-word-without-any-secret",
])("leaves %s alone", (line) => {
  expect(scanForSecrets(line)).toMatchObject({ ok: true });
});

test("a megabyte on one line takes no long time", () => {
  const started = performance.now();
  for (const piece of ["key", "a", "sk-", "token = '", "AKIA", "BEGIN "])
    scanForSecrets(piece.repeat((1 << 20) / piece.length));
  expect(performance.now() - started).toBeLessThan(5000);
});
