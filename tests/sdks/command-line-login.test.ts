import { statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { waitForKey } from "../../sdks/cli/src/device-login.ts";
import { toPrintable } from "../../sdks/cli/src/terminal.ts";
import { Client } from "../harness/client.ts";
import { CommandLine, collectOutput, waitForOutput } from "./command-line.fixture.ts";
import {
  breakConnection,
  createProblem,
  type Reply,
  type ScriptedServer,
  startScriptedServer,
} from "./scripted-server.ts";

const KEY = "stoa_a-secret-that-nobody-prints";
const LOGIN = {
  device_code: "device-secret",
  user_code: "BCDF-GHJK",
  verification_uri: "https://stoa.example/device",
  verification_uri_complete: "https://stoa.example/device?code=BCDF-GHJK",
  expires_in: 900,
  interval: 5,
};
const PENDING = createProblem(400, "authorization_pending");
const CREDENTIAL = { api_key: KEY, key_name: "stoa-cli on laptop", username: "ada" };
const CONFIRMED: Reply = { status: 200, json: CREDENTIAL };
const BALANCE: Reply = { status: 200, json: { available: 9.5 } };

let server: ScriptedServer;
let command: CommandLine;

beforeAll(async () => {
  server = await startScriptedServer();
  command = await CommandLine.install(inject("serverUrl"));
});
afterAll(async () => {
  command.remove();
  await server.close();
});

it("signs in with a code, keeps the key private, uses it, and forgets it", async () => {
  server.play({ status: 200, json: { ...LOGIN, interval: 1 } }, PENDING, CONFIRMED);
  const signedIn = await command.run(["login", "--server", `${server.url}/`]);
  expect(signedIn.code).toBe(0);
  expect(signedIn.stderr).toMatch(
    /Open https:\/\/stoa\.example\/device\nand confirm the code BCDF-GHJK\n[\s\S]*Signed in .* as ada\./,
  );
  expect(signedIn.stderr).not.toMatch(new RegExp(`${KEY}|device-secret`));
  const [start, ...polls] = server.requests.map(({ path, body }) => [path, JSON.parse(body)]);
  expect(start).toEqual([
    "/api/v1/users/device-logins",
    { client_name: expect.stringMatching(/^stoa-cli on ./) },
  ]);
  expect(polls).toEqual(
    Array(2).fill(["/api/v1/users/device-logins/token", { device_code: "device-secret" }]),
  );
  const folder = join(command.home, ".config", "stoa");
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, "credentials.json")).mode & 0o777).toBe(0o600);

  server.play(BALANCE);
  const who = await command.run(["whoami"]);
  expect(who.stdout).toMatch(/Account: {2}ada\nKey: {6}stoa-cli on laptop\nBalance: {2}9\.50 USD\n$/);
  expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
  await command.run(["whoami"], { env: { STOA_API_KEY: "of-ci" } });
  expect(server.requests[1]?.headers.authorization).toBe("Bearer of-ci");
  expect((await command.run(["whoami", "--server", "http://127.0.0.1:9"])).code).toBe(3);

  const signedOut = await command.run(["logout"]);
  expect(signedOut.stderr).toContain(`delete "stoa-cli on laptop" in ${server.url}/settings/api`);
  expect((await command.run(["whoami", "--server", server.url])).code).toBe(3);
});

it("signs in to a real server as the person who approves the code", async () => {
  const client = new Client(inject("serverUrl"));
  const { token, username } = await client.register();
  const child = command.start(["login", "--server", client.url]);
  const ended = collectOutput(child);
  const shown = await waitForOutput(child, /code \S+\n/, "stderr");
  const [, user_code = ""] = /code (\S+)\n/.exec(shown) ?? [];
  const approval = { user_code, scopes: ["read", "run"] };
  const approved = await client.post("/api/v1/users/device-logins/approve", approval, { token });
  expect(approved.status).toBe(200);
  expect((await ended).stderr).toContain(`Signed in to ${client.url} as ${username}.`);
  const { stdout } = await command.run(["run", "3", "One. Two."]);
  expect(stdout).toContain("shorten");
  const refused = await command.run(["publish", "agent.py", "--agent", "3"]);
  expect([refused.code, refused.stderr]).toEqual([
    2,
    expect.stringContaining("agent.py: there is no such file"),
  ]);
  command.write({ "agent.py": "def run(message: str): return message\n" });
  expect(await command.run(["publish", "agent.py", "--agent", "3"])).toMatchObject({
    code: 3,
    stderr: expect.stringMatching(/scope agents:write[\s\S]*Create a key with this scope/),
  });
});

it("asks more slowly when told to, and survives a lost connection and a busy server", async () => {
  server.play(
    PENDING,
    createProblem(400, "slow_down"),
    breakConnection,
    createProblem(503, "at_capacity"),
    CONFIRMED,
  );
  const pauses: number[] = [];
  const pause = async (seconds: number) => void pauses.push(seconds);
  expect(await waitForKey(server.url, LOGIN, pause)).toEqual(CREDENTIAL);
  expect(pauses).toEqual([5, 5, 10, 10, 10]);
});

it.each<[string, Reply, RegExp]>([
  ["is refused", createProblem(400, "access_denied"), /refused in the browser/],
  ["has expired", createProblem(400, "expired_token"), /expired before it was confirmed/],
  ["is never confirmed", PENDING, /expired before it was confirmed/],
  ["gets a reply of another program", { status: 200, json: { ok: true } }, /not from a Stoa server/],
])("ends with the reason if it %s", async (_, reply, message) => {
  server.play(reply);
  await expect(waitForKey(server.url, { ...LOGIN, expires_in: 60 }, async () => undefined)).rejects.toThrow(
    message,
  );
});

it("says how to use a key if the server has no sign-in for the command line", async () => {
  server.play({ status: 404 });
  const { stderr, code } = await command.run(["login", "--server", server.url]);
  expect([code, stderr]).toEqual([1, expect.stringContaining("set STOA_API_KEY to it")]);
});

it("removes characters with which a text could control the terminal", () => {
  expect(toPrintable("a\u001b[2J\u009b1mb\r\n\tc\u0007")).toBe("a[2J1mb\n\tc");
});
