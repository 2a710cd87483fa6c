import { createHash, randomBytes } from "node:crypto";
import { expect, inject, test } from "vitest";
import {
  parseTokens,
  postForm,
  readResource,
  registerApp,
  sendMessage,
} from "../../server/src/modules/oauth/oauth.fixture.ts";
import { Client } from "../harness/client.ts";
import { Window } from "./browser.ts";

const server = inject("sharedServer");
/** The app's page. The browser does not resolve this name: the test reads the URL to which it is sent. */
const REDIRECT_URI = "https://editor.example/callback";

test("a visitor signs in, allows an app with a limit, and revokes its access", async () => {
  const client = new Client(server.url);
  const person = await client.register();
  const clientId = await registerApp({ client }, { client_name: "Editor", redirect_uris: [REDIRECT_URI] });
  const verifier = randomBytes(32).toString("base64url");
  const request = new URLSearchParams({
    client_id: clientId,
    redirect_uri: REDIRECT_URI,
    response_type: "code",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    state: "00012",
    resource: await readResource({ client }),
  });
  const window = await Window.open(server.url);
  const { page } = window;
  await page.route(`${REDIRECT_URI}*`, (route) =>
    route.fulfill({ body: "connected", contentType: "text/plain" }),
  );

  const shown = await page.goto(`/oauth/authorize?${request}`);
  expect(shown?.headers()).toMatchObject({
    "x-frame-options": "DENY",
    "content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
  });
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.locator("form button[type=submit]").click();
  await page.getByRole("heading", { level: 1, name: "Connect Editor to Stoa?" }).waitFor();
  await page.getByText("Name not verified").waitFor();
  await page.getByText("editor.example", { exact: true }).waitFor();
  await page.getByText(`You are signed in as ${person.username}`).waitFor();
  const limit = page.getByLabel("Spending limit per day (UTC)");
  expect(await limit.inputValue()).toBe("5");
  await limit.fill("a lot");
  await page.getByRole("button", { name: "Allow" }).click();
  await page.getByText("Please enter an amount from 0").waitFor();
  await limit.fill("2.5");
  await page.getByRole("button", { name: "Allow" }).click();
  await page.waitForURL(`${REDIRECT_URI}?*`);
  const answer = new URL(page.url()).searchParams;
  expect(answer.get("state")).toBe("00012");

  const tokens = parseTokens(
    await postForm({ client }, "/oauth/token", {
      grant_type: "authorization_code",
      code: answer.get("code") ?? "",
      client_id: clientId,
      redirect_uri: REDIRECT_URI,
      code_verifier: verifier,
    }),
  );
  expect((await sendMessage({ client }, tokens.access_token)).status).toBe(200);

  await page.goto(`${server.url}/settings/api?part=apps`);
  const row = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "Editor" }) });
  await row.getByText("$0.00 of $2.50").waitFor();
  await row.getByRole("button", { name: "Revoke Editor" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke access" }).click();
  await page.getByText("No connected apps").waitFor();
  expect((await sendMessage({ client }, tokens.access_token)).status).toBe(401);

  // A request that the app has to correct is not answered until the person has seen it.
  request.set("code_challenge_method", "plain");
  await page.goto(`${server.url}/oauth/authorize?${request}`);
  await page.getByText("code_challenge_method must be S256").waitFor();
  await page.getByRole("button", { name: "Return to the app" }).click();
  await page.waitForURL(`${REDIRECT_URI}?error=invalid_request*`);

  request.set("redirect_uri", "https://evil.example/callback");
  await page.goto(`${server.url}/oauth/authorize?${request}`);
  await page.getByText("redirect_uri is not one of the redirect URIs").waitFor();
  expect(await page.getByRole("button", { name: "Allow" }).count()).toBe(0);
  expect(window.problems.filter((problem) => !problem.includes("status of 400"))).toEqual([]);
});
