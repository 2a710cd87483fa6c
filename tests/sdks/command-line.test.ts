import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import { packFolder } from "../../sdks/cli/src/folder-archive.ts";
import { CommandLine, collectOutput, type Ended, waitForOutput } from "./command-line.fixture.ts";
import { README_ORIGIN } from "./readme.ts";
import { openStand, type Stand } from "./stand.ts";

/** An agent of two files that remembers nothing but the conversation, takes a file and returns one. */
const GREETER = {
  "greeter/main.py": `import stoa
from words import greet

@stoa.agent(name="Greeter", description="Greets people", examples=[{"message": "Ada"}])
def run(message: str, times: int = 1, history: list = [], card: stoa.File | None = None):
    stoa.progress("Writing", 0.5)
    for _ in range(times):
        yield f"{greet(message)} after {len(history)} messages\\n"
    if card:
        open("copy.txt", "wb").write(card.read_bytes())
        yield stoa.File("copy.txt", name="copy.txt")
`,
  "greeter/words.py": 'def greet(name): return f"Hello {name}"\n',
  "greeter/README.md": "# Greeter\n\nSend a name as the message. The answer greets this person.\n",
  "greeter/.env": "SECRET=1\n",
  "card.txt": "A card",
  "waits.py":
    'import time\n\ndef run(message: str):\n    yield "begin\\n"\n    time.sleep(60 if message == "long" else 0)\n',
};
/** An agent that asks before it acts. */
const ASKS = `from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.types import interrupt

def book(state):
    place = state["messages"][-1].content
    answer = interrupt(f"Shall I book {place}?")
    return {"messages": [("ai", f"{answer}: booked {place}")]}

graph = StateGraph(MessagesState).add_node(book).add_edge(START, "book").compile(checkpointer=InMemorySaver())
`;
const DOCUMENTATION = "Send a text as the message. The agent waits for a while before it answers.";

/** Cases that take many seconds, or need the packages of a framework. */
const isLong = Boolean(process.env.STOA_TEST_LONG);

let stand: Stand;
let command: CommandLine;
/** The ID of the greeter. */
let greeter = "";

const getEnv = () => ({ STOA_URL: stand.url, STOA_API_KEY: stand.apiKey });
const run = (args: readonly string[], input?: string) =>
  command.run(args, { env: getEnv(), ...(input !== undefined && { input }) });

/** Publishes a new agent and returns its ID. */
async function publish(...args: string[]): Promise<string> {
  const { stdout, stderr } = await run(["publish", ...args]);
  const [, id] = /^Published version 1: .*\/agent\/(\d+)$/m.exec(stdout) ?? [];
  if (id === undefined) throw new Error(`${stdout}\n${stderr}`);
  expect(stdout).toContain("Trial run: passed.");
  return id;
}

beforeAll(async () => {
  stand = await openStand();
  command = await CommandLine.install(stand.url);
  command.write(GREETER);
  greeter = await publish("greeter", "--price", "10");
});

afterAll(() => command.remove());

it("is one package without dependencies, and explains its commands", async () => {
  const modules = join(command.home, "node_modules");
  expect(readdirSync(modules).filter((name) => !name.startsWith("."))).toEqual(["stoa-cli"]);
  expect(existsSync(join(modules, "stoa-cli/README.md"))).toBe(true);
  const { stdout, code } = await command.run(["help", "publish"]);
  expect([code, stdout]).toEqual([0, expect.stringContaining("Usage: stoa-cli publish [options] <file>")]);
});

describe("list", () => {
  it("lists agents that match a query, and the user's own agents", async () => {
    const listed = await run(["list", "summarize", "--limit", "1"]);
    expect(listed.stdout).toMatch(
      /^ID .*PRICE.*\n3 +Content Summarizer +stoa +\d+ USD per 1M tokens {2}\d+ runs\n$/,
    );
    const own = await run(["list", "--mine", "--json"]);
    expect(JSON.parse(own.stdout)).toMatchObject([{ id: Number(greeter), name: "Greeter" }]);
    expect(JSON.parse((await run(["list", "--mine", "--framework", "n8n", "--json"])).stdout)).toEqual([]);
  });
});

describe("run", () => {
  it("writes the output to stdout, and steps and cost to stderr", async () => {
    const { stdout, stderr, code } = await run(["run", greeter, "Ada", "Lovelace"]);
    expect([code, stdout]).toEqual([0, "Hello Ada Lovelace after 0 messages\n"]);
    expect(stderr).toMatch(/^Writing \(50 %\)\ncompleted, [\d.]+ s, \d+ tokens, .* \(run_\w{32}\)\n$/);
  });

  it("finds an agent by its developer and name, and reads the message from a pipe", async () => {
    const { stdout, code } = await run(
      ["run", "stoa/content-summarizer@1", "--json"],
      "One. Two. Three. Four.\n",
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      success: true,
      metadata: { agent_id: 3, version: 1 },
      max_cost_set_by: expect.any(String),
    });
  });

  it("converts inputs to their types, sends files, and saves returned files without replacing others", async () => {
    const args = [
      "run",
      greeter,
      "-i",
      "message=Ada",
      "-i",
      "times=2",
      "--file",
      "card=card.txt",
      "--save",
      "out",
    ];
    expect((await run(args)).stdout).toMatch(/^(Hello Ada after 0 messages\n){2}/);
    const { stderr } = await run([...args, "--quiet"]);
    expect(stderr).toContain("Saved out/copy (2).txt (6 B)");
    expect(readdirSync(join(command.home, "out"))).toEqual(["copy (2).txt", "copy.txt"]);
    expect(readFileSync(join(command.home, "out/copy.txt"), "utf8")).toBe("A card");
  });

  it("is canceled by Ctrl-C", async () => {
    const waits = await publish(
      ...["waits.py", "--name", "Waits", "--description", "Waits for a minute"],
      ...["--documentation", DOCUMENTATION, "--price", "0", "--visibility", "unlisted"],
    );
    const child = command.start(["run", waits, "long"], { env: getEnv() });
    const ended = collectOutput(child);
    await waitForOutput(child, /begin/);
    child.kill("SIGINT");
    expect(await ended).toMatchObject({ code: 130, stderr: expect.stringContaining("\ncancelled, ") });
    expect((await run(["logs", waits])).stdout).toContain("cancelled");
  });
});

describe("a problem", () => {
  it.each<[string, string[], Record<string, string>, number, RegExp]>([
    ["an unknown agent", ["run", "ada/nothing", "hi"], {}, 1, /no agent ada\/nothing .* stoa-cli list/],
    ["an unknown option", ["run", "1", "--maximum", "1"], {}, 2, /unknown option '--maximum'/],
    ["a value of another type", ["run", "8", "x", "-i", "questions=many"], {}, 2, /expects a whole number/],
    [
      "a missing file",
      ["run", "11", "x", "--file", "files=none.csv"],
      {},
      2,
      /none\.csv: there is no such file/,
    ],
    ["a missing input", ["run", "17", "-i", "question=Why?"], {}, 1, /handbook/],
    ["no key", ["whoami"], { STOA_API_KEY: "" }, 3, /not signed in .*\nRun: stoa-cli login --server http/],
    ["an invalid key", ["run", "1", "hi"], { STOA_API_KEY: "wrong" }, 3, /STOA_API_KEY is not valid/],
    [
      "a new agent without a price",
      ["publish", "greeter"],
      {},
      2,
      /A new agent also needs:\n {2}--price USD/,
    ],
  ])("such as %s ends with an exit code, a reason and a remedy", async (_, args, env, code, message) => {
    const ended = await command.run(args, { env: { ...getEnv(), ...env } });
    expect([ended.code, ended.stdout]).toEqual([code, ""]);
    expect(ended.stderr).toMatch(message);
    expect(ended.stderr).not.toMatch(/^\s+at /m);
    expect(ended.stderr).not.toContain(stand.apiKey);
  });

  it.runIf(isLong)("such as an unreachable server has an exit code of its own, after retries", async () => {
    const { stderr, code } = await run(["whoami", "--server", "http://127.0.0.1:9"]);
    expect([code, stderr]).toEqual([5, expect.stringContaining("Could not reach http://127.0.0.1:9")]);
  });
});

it("chats: the agent knows the earlier messages, and /new begins anew", async () => {
  const lines = ["Ada", "Grace", "/cost", "/new", "Alan", "/exit", "never sent"];
  const { stdout, stderr, code } = await run(["chat", greeter, "--max-cost", "0.5"], lines.join("\n"));
  expect([code, stdout]).toEqual([
    0,
    "Hello Ada after 0 messages\nHello Grace after 2 messages\nHello Alan after 0 messages\n",
  ]);
  expect(stderr).toContain("This conversation has cost 0.00 USD of at most 0.50 USD.");
});

it.runIf(isLong)("chats: a question of the agent is answered by the next message", async () => {
  command.write({ "asks.py": ASKS });
  const asks = await publish(
    ...["asks.py", "--name", "Booker", "--description", "Books flights after a question"],
    ...["--documentation", DOCUMENTATION, "--price", "0"],
  );
  const { stdout, code } = await run(["chat", asks], "To Rome\nyes\n");
  expect([code, stdout]).toEqual([0, "Shall I book To Rome?\nyes: booked To Rome\n"]);
});

describe("publish", () => {
  it("leaves out secrets, and prints the failed check with its line if an upload is refused", async () => {
    command.write({ "broken/main.py": 'def run(message: str):\n    return 1 + "a"\n', "broken/.env": "A=1" });
    const { content } = packFolder(join(command.home, "broken"));
    expect(Object.keys(unzipSync(content))).toEqual(["broken/main.py"]);
    const args = ["publish", "broken", "--agent", greeter];
    const refused = await run(args);
    expect(refused.code).toBe(1);
    expect(refused.stdout).toMatch(/^Trial run: failed\. Line 2: The agent raised TypeError/m);
    expect(refused.stderr).toMatch(
      /^Left out \.env: set its values under Secrets[\s\S]*Nothing was uploaded\.\n/,
    );
    expect(JSON.parse((await run([...args, "--json"])).stdout)).toMatchObject({
      error: "upload_refused",
      checks: expect.arrayContaining([expect.objectContaining({ name: "trial_run", status: "failed" })]),
    });
  });

  it("publishes a version with the workflow of the docs, run by npx", async () => {
    const file = fileURLToPath(new URL("../../docs/examples/publish-on-tag.yml", import.meta.url));
    const { env, steps } = Workflow.parse(parse(readFileSync(file, "utf8"))).jobs.publish;
    const step = steps.find(({ name }) => name === "Publish a new version");
    expect(env.STOA_URL).toBe(README_ORIGIN);
    expect(step?.env).toEqual({ STOA_API_KEY: `\${{ secrets.STOA_API_KEY }}` });
    const line = (step?.run ?? "").replace("weather", "greeter").replace("--agent 12", `--agent ${greeter}`);
    const ended: Ended = await command.runShell(line, { ...getEnv(), GITHUB_REF_NAME: "v1.2.0" });
    expect([ended.code, ended.stdout]).toEqual([0, expect.stringContaining("Published version 2: ")]);
  });
});

const Workflow = z.object({
  on: z.object({ push: z.object({ tags: z.array(z.string()) }) }),
  jobs: z.object({
    publish: z.object({
      env: z.record(z.string(), z.string()),
      steps: z.array(
        z.looseObject({
          name: z.string().optional(),
          run: z.string().optional(),
          env: z.record(z.string(), z.string()).optional(),
        }),
      ),
    }),
  }),
});

describe("logs", () => {
  it("shows the runs of all callers of the user's own agent, and what happened in a run", async () => {
    const other = await openStand();
    const theirs = await command.run(["run", greeter, "Bob"], {
      env: { ...getEnv(), STOA_API_KEY: other.apiKey },
    });
    const [runId = ""] = /run_\w{32}/.exec(theirs.stderr) ?? [];
    const listed = await run(["logs", greeter, "--status", "success", "--json"]);
    const ids = listed.stdout
      .trim()
      .split("\n")
      .map((line) => String(Object(JSON.parse(line)).id));
    expect(ids.at(-1)).toBe(runId);
    expect((await run(["logs"])).stdout).not.toContain(runId);
    expect((await run(["logs", runId])).stdout).toMatch(
      /^Greeter v\d: completed, .*\n.* s {2}progress Writing$/m,
    );
  });

  it.runIf(isLong)("follows runs as they end", async () => {
    const child = command.start(["logs", greeter, "--limit", "1", "--follow"], { env: getEnv() });
    await waitForOutput(child, /\n/);
    const { stderr } = await run(["run", greeter, "Eve"]);
    const [runId = ""] = /run_\w{32}/.exec(stderr) ?? [];
    expect(await waitForOutput(child, new RegExp(runId))).toContain("completed  Greeter v");
    child.kill();
  });
});
