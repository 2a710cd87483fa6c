import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, expect, test } from "vitest";
import { useDeliveries } from "./deliverer.fixture.ts";

const stage = useDeliveries();
const root = fileURLToPath(new URL("../../../..", import.meta.url));
const ends: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** Returns the example in docs/webhooks.md for this language. */
async function example(language: string): Promise<string> {
  const guide = await readFile(join(root, "docs/webhooks.md"), "utf8");
  const code = guide.match(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``))?.[1];
  if (code === undefined) throw new Error(`the guide has no example in ${language}`);
  return code;
}

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), "stoa-webhooks-"));
  ends.push(() => rm(made, { recursive: true }));
  return made;
}

/**
 * Starts the receiver from the guide in a folder of its own. The repository's packages include the one that it needs.
 */
async function startReceiver(secret: string) {
  const home = await folder();
  await writeFile(join(home, "receiver.mjs"), await example("js"));
  await symlink(join(root, "node_modules"), join(home, "node_modules"));
  const child = spawn(process.execPath, ["receiver.mjs"], {
    cwd: home,
    env: { PORT: "0", STOA_WEBHOOK_SECRET: secret },
    stdio: ["ignore", "pipe", "inherit"],
  });
  ends.push(async () => {
    const ended = once(child, "exit");
    child.kill();
    await ended;
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const line = async () => String((await lines.next()).value);
  const port = (await line()).replace("listening on ", "");
  return { url: `http://127.0.0.1:${port}/`, line };
}

test("the guide's receiver accepts each event once, and refuses an event that was signed with another secret", async () => {
  const { endpoint, event, deliverer, sendDue, db, delivery, pool } = stage();
  const [there, stranger] = [await endpoint("/x"), await endpoint("/y")];
  const { url, line } = await startReceiver(there.secret);
  await db.updateTable("webhook_endpoints").set({ url }).execute();
  const [id, refused] = [await event(there), await event(stranger)];
  const node = deliverer();
  await sendDue(node);
  expect(await line()).toBe(`ping ${JSON.stringify({ webhook_id: there.id })}`);
  expect(await delivery(id)).toMatchObject({ status: "delivered" });
  expect(await delivery(refused)).toMatchObject({ status: "waiting", failures: 1 });

  await pool.query(
    "UPDATE webhook_deliveries SET status = 'waiting', next_attempt_at = now(), ended_at = NULL WHERE id = $1",
    [id],
  );
  const next = await event(there);
  await sendDue(node, 1);
  expect(await delivery(id)).toMatchObject({ status: "delivered", attempts: 2 });
  await sendDue(node);
  expect(await delivery(next)).toMatchObject({ status: "delivered" });
  expect(await line()).toBe(`ping ${JSON.stringify({ webhook_id: there.id })}`);
});

test("the guide's Python function accepts a request, and refuses a modified request", async () => {
  const { endpoint, event, deliverer, sendDue, receiver } = stage();
  const there = await endpoint("/python");
  await event(there);
  await sendDue(deliverer());
  const [request] = receiver.received("/python");
  if (!request) throw new Error("no request arrived");
  const home = await folder();
  const main = `
import sys
secret, headers, body = json.loads(sys.argv[1])
print(verify(secret, headers, body.encode())["type"])
try:
    verify(secret, headers, body.encode() + b" ")
except ValueError as refusal:
    print(refusal)
`;
  await writeFile(join(home, "receiver.py"), (await example("python")) + main);
  const call = JSON.stringify([there.secret, request.headers, request.body]);
  const { stdout } = await promisify(execFile)("python3", [join(home, "receiver.py"), call]);
  expect(stdout).toBe("ping\nthis call is not from Stoa\n");
});
