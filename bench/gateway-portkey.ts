import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { findFreePort } from "../server/src/platform/postgres/free-port.ts";
import type { Figure } from "./figure.ts";
import type { GatewayPath } from "./gateway-load.ts";

/** Portkey has a separate folder, because only this comparison needs its 25 MB. */
const PACKAGE = ["node_modules", "@portkey-ai", "gateway"];
const ENTRY = join(import.meta.dirname, "..", ".cache", "portkey", ...PACKAGE, "build", "start-server.js");
const READY_MS = 20_000;
const POLL_MS = 50;

const HOW_TO_INSTALL =
  "Portkey is not installed. To install it, run: npm install --prefix .cache/portkey --ignore-scripts @portkey-ai/gateway@1.15.2";

/** Starts Portkey's published open-source gateway. Returns undefined if it is not installed. */
export async function startPortkey(
  provider: string,
): Promise<{ way: GatewayPath; stop: () => void } | undefined> {
  if (!existsSync(ENTRY)) return undefined;
  const port = await findFreePort(null);
  const child = spawn(process.execPath, [ENTRY, `--port=${port}`, "--headless"], {
    stdio: "ignore",
    env: { PATH: process.env.PATH, NODE_ENV: "production", TRUSTED_CUSTOM_HOSTS: "127.0.0.1" },
  });
  process.once("exit", () => child.kill());
  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + READY_MS;
  while (!(await fetch(url).catch(() => undefined))?.ok) {
    if (Date.now() > deadline || child.exitCode !== null) throw new Error("Portkey's gateway did not start");
    await delay(POLL_MS);
  }
  const headers = {
    authorization: "Bearer sk-operators",
    "x-portkey-provider": "openai",
    "x-portkey-custom-host": `${provider}/v1`,
  };
  return {
    way: { name: "portkey", url: `${url}/v1/chat/completions`, headers },
    stop: () => child.kill(),
  };
}

/** Returns the figure that is shown if Portkey is not installed. */
export function reportNotInstalled(name: string, goal: string, detail: string): Figure {
  return { name, measurement: "not measured", goal, met: false, detail: `${detail}; ${HOW_TO_INSTALL}` };
}
