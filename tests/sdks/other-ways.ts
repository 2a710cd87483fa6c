import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { SDK_PATH } from "@stoa/contract";
import { build } from "esbuild";
import type { Consumer } from "./consumers.ts";
import { runProgram } from "./programs.ts";

const COMMON_MODULE = `import sdk = require("stoa-sdk");
import webhooks = require("stoa-sdk/webhooks");
const client: sdk.Stoa = new sdk.Stoa({ apiKey: "key", baseUrl: "http://localhost" });
console.log(typeof client.agents.execute, typeof webhooks.verifyWebhook);
`;

/**
 * Checks that older programs can `require` the package with its types, and that bundles for browsers do not contain any
 * Node module.
 */
export async function requireAndBundle({ folder }: Consumer): Promise<void> {
  writeFileSync(join(folder, "common.cts"), COMMON_MODULE);
  const { outputFiles } = await build({
    entryPoints: [join(folder, "common.cts")],
    format: "cjs",
    write: false,
  });
  writeFileSync(join(folder, "common.cjs"), outputFiles[0]?.text ?? "");
  const printed = await runProgram(process.execPath, ["common.cjs"], { cwd: folder });
  if (printed !== "function function\n") throw new Error(`require gave: ${printed}`);
  await build({
    stdin: { contents: 'export * from "stoa-sdk";', resolveDir: folder },
    platform: "browser",
    bundle: true,
    write: false,
    logLevel: "silent",
  });
}

/**
 * Downloads the wheel by its name from the simple index, like a mirror. pip verifies the hash if the index contains
 * one.
 */
export async function downloadByName({ folder, interpreter }: Consumer, origin: string): Promise<void> {
  const python = process.env.STOA_TEST_PYTHON ?? "python3";
  const index = ["--index-url", `${origin}${SDK_PATH}simple/`, "--no-deps", "--quiet"];
  const args = ["-m", "pip", "--python", interpreter, "download", ...index, "--dest", "mirror", "stoa-sdk"];
  await runProgram(python, args, { cwd: folder, env: { PIP_FIND_LINKS: "", PIP_NO_INDEX: "" } });
}
