import { rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { createSignedHeaders, generateSecret } from "../../server/src/modules/webhooks/signature.ts";
import { findFreePort } from "../../server/src/platform/postgres/free-port.ts";
import { createSdkSnippet } from "../../web/src/lib/sdk-snippets.ts";
import { BROKEN_CONNECTIONS } from "./broken-connections.ts";
import {
  type Consumer,
  checkJavascriptTypes,
  checkPythonTypes,
  createJavascriptConsumer,
  createPythonConsumer,
} from "./consumers.ts";
import { startCuttingProxy } from "./cutting-proxy.ts";
import { downloadByName, requireAndBundle } from "./other-ways.ts";
import { runProgram, startProgram } from "./programs.ts";
import { readSdkExamples } from "./readme.ts";
import { openStand, type Stand } from "./stand.ts";

const SERVES = "Webhooks";

const LANGUAGES = [
  {
    sdk: "js",
    name: "javascript",
    code: "ts",
    agentFile: "word-counter.py",
    install: (stand: Stand) => createJavascriptConsumer(stand.url),
    check: checkJavascriptTypes,
    tryOtherWays: (consumer: Consumer) => requireAndBundle(consumer),
  },
  {
    sdk: "python",
    name: "python",
    code: "python",
    agentFile: "word_counter.py",
    install: (stand: Stand) => createPythonConsumer(stand.url),
    check: checkPythonTypes,
    tryOtherWays: (consumer: Consumer, stand: Stand) => downloadByName(consumer, stand.url),
  },
] as const;

/** The output of each example. */
const PRINTS: Readonly<Record<string, RegExp>> = {
  "Run an agent": /\S.* [\d.e-]+ USD/s,
  "Find an agent": /Content Summarizer.*message/s,
  "Stream the answer": /\S.*\n ?\d+ tokens, [\d.e-]+ USD/s,
  "Continue a conversation":
    /^2 I want my money back [\d.e-]+\n1 My order arrived broken [\d.e-]+\n.*broken/s,
  // Its account has run no agent that remembers something.
  "See what agents remember about you": /^$/,
  "Send files": /^file_\w{32}\W+text\/csv\W+\d+/,
  "Run in the background": /^(running|completed)\ncompleted \S/,
  "Asynchronous calls": /\S.*result/s,
  "Publish an agent": /^\d+ \[.*passed.*\]\n2\n$/s,
  "Balance and usage": /9\.\d+.*\d+/s,
  Errors: /^404 not_found .+ req_?\w+/,
};

const Seen = z.object({
  events: z.array(z.tuple([z.int(), z.string(), z.string().nullable()])),
  run_id: z.string(),
});

let stand: Stand;
beforeAll(async () => {
  stand = await openStand();
});
describe.each(LANGUAGES)("the README of $sdk, with the package that the server serves", (language) => {
  let consumer: Consumer;
  const examples = readSdkExamples(language.sdk).filter((example) => example.language === language.code);
  const getProgramOptions = () => ({
    cwd: consumer.folder,
    env: { STOA_API_KEY: stand.apiKey, STOA_URL: stand.url },
  });

  beforeAll(async () => {
    consumer = await language.install(stand);
    const agent = consumer.examples.find((example) => example.language === "py");
    writeFileSync(join(consumer.folder, language.agentFile), agent?.code ?? "");
    for (const { heading, code } of examples)
      writeFileSync(join(consumer.folder, consumer.getFileName(heading)), code);
  });
  afterAll(() => consumer && rmSync(consumer.folder, { recursive: true, force: true }));

  it("the package also works with require, browser bundlers and a pip index", () =>
    expect(language.tryOtherWays(consumer, stand)).resolves.toBeUndefined());

  it("the examples have correct types", () => expect(language.check(consumer)).resolves.toBeUndefined());

  it.each(examples.filter(({ heading }) => heading !== SERVES))(
    "the example works: $heading",
    async ({ heading, code }) => {
      const file = consumer.getFileName(heading).replace(/mts$/, "mjs");
      writeFileSync(join(consumer.folder, file), code);
      const printed = await runProgram(consumer.interpreter, [file], getProgramOptions());
      expect(printed).toMatch(PRINTS[heading] ?? /^never$/);
    },
  );

  it("the example on the settings page works", async () => {
    const subject = { origin: stand.url, agentId: 1, input: { message: "Hello" } };
    const file = consumer.getFileName("The page of settings").replace(/mts$/, "mjs");
    writeFileSync(join(consumer.folder, file), createSdkSnippet(language.name, subject));
    expect(await runProgram(consumer.interpreter, [file], getProgramOptions())).toMatch(/\S.* [\d.e-]+\n/s);
  });

  it("despite broken connections, an agent runs only once and a stream does not lose any events", async () => {
    const before = await stand.executions();
    // The connections are cut before the first byte, in the headers, and in the middle of earlier and later
    // events.
    const proxy = await startCuttingProxy(stand.url, [0, 100, 900, 1_500, 0]);
    try {
      const file = `broken_connections.${language.name === "python" ? "py" : "mjs"}`;
      writeFileSync(join(consumer.folder, file), BROKEN_CONNECTIONS[language.name]);
      const env = { STOA_API_KEY: stand.apiKey, STOA_URL: proxy.url };
      const seen = Seen.parse(
        JSON.parse(await runProgram(consumer.interpreter, [file], { cwd: consumer.folder, env })),
      );
      const output = seen.events.filter(([, name]) => name === "output");
      const [last] = seen.events.slice(-1);
      expect(last?.[1]).toBe("result");
      expect(output.map(([, , text]) => text).join("")).toBe(last?.[2]);
      expect(new Set(output.map(([id]) => id)).size).toBe(output.length);
      expect(proxy.cuts).toBeGreaterThanOrEqual(3);
      expect(await stand.executions()).toBe(before + 2);
    } finally {
      await proxy.close();
    }
  });

  it("the example works: Webhooks", async () => {
    const port = await findFreePort(null);
    const secret = generateSecret();
    const file = consumer.getFileName(SERVES).replace(/mts$/, "mjs");
    const code = examples.find(({ heading }) => heading === SERVES)?.code.replace("3000", `${port}`);
    writeFileSync(join(consumer.folder, file), code ?? "");
    const receiver = startProgram(consumer.interpreter, [file], {
      cwd: consumer.folder,
      env: { STOA_WEBHOOK_SECRET: secret },
    });
    try {
      const body = JSON.stringify({ type: "ping", timestamp: new Date().toISOString(), data: {} });
      const headers = createSignedHeaders({ id: "msg_1", at: new Date(), body }, [generateSecret(), secret]);
      const send = (text: string) =>
        fetch(`http://127.0.0.1:${port}`, { method: "POST", headers, body: text }).then(
          ({ status }) => status,
          () => "not there yet",
        );
      await expect.poll(() => send(body), { timeout: 30_000 }).toBe(204);
      expect(await send(body.replace("ping", "pong"))).toBe(401);
      await new Promise((resolve) =>
        connect(port, "127.0.0.1")
          .resume()
          .on("error", () => undefined)
          .on("close", resolve)
          .end("POST / HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 100\r\n\r\n{"),
      );
      expect(await send(body)).toBe(204);
    } finally {
      receiver.kill();
    }
  });
});
