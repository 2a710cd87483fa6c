import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import * as z from "zod";
import { useStand } from "./stand.ts";

const open = useStand();

const SCANNER = fileURLToPath(new URL("../../node_modules/compatcanary/src/cli.js", import.meta.url));
const Report = z.object({ results: z.array(z.looseObject({ id: z.string(), status: z.string() })) });

/** The checks that make no sense for agents, each with the reason. */
const NOT_FOR_AGENTS: Record<string, string> = {
  "chat.tool_call": "An agent calls its own tools, so a request with tools is refused",
};

test.each(["model", "statusModel"] as const)(
  "CompatCanary's modern profile passes with the %s",
  async (name) => {
    const stand = await open();
    const args = [
      "scan",
      "--base-url",
      stand.baseUrl,
      "--model",
      stand[name],
      "--format",
      "json",
      "--fail-on",
      "never",
    ];
    const env = { PATH: process.env.PATH, OPENAI_API_KEY: stand.apiKey };
    const { stdout } = await promisify(execFile)(process.execPath, [SCANNER, ...args], { env });
    const { results } = Report.parse(JSON.parse(stdout));
    const failed = results.filter(({ status }) => status !== "pass").map(({ id }) => id);
    expect(results.length).toBeGreaterThan(6);
    expect(failed).toEqual([
      ...Object.keys(NOT_FOR_AGENTS),
      ...(name === "model" ? ["chat.structured_output"] : []),
    ]);
  },
);
