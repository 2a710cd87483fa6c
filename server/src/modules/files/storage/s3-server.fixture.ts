import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { S3Settings } from "./s3-settings.ts";

const run = promisify(execFile);
/** A server that implements S3 with its parts, ranges and lists, and keeps everything in its memory. */
const PACKAGE = "moto[s3,server]==5.2.1";
const FOLDER = fileURLToPath(new URL("../../../../../.cache/s3-server", import.meta.url));
const BUCKET = "files";
/** Python imports the server within a few seconds, on a busy machine. */
const START_MS = 60_000;

/** Installs the server once per machine. @returns why that is impossible, or undefined */
export async function installS3Server(): Promise<string | undefined> {
  const python = join(FOLDER, "bin", "python");
  try {
    if (!existsSync(join(FOLDER, "bin", "moto_server"))) {
      await run("python3", ["-m", "venv", "--clear", FOLDER]);
      await run(python, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", PACKAGE]);
    }
    return undefined;
  } catch (error) {
    return `could not install ${PACKAGE}: ${error instanceof Error ? error.message : "unknown"}`;
  }
}

/** Starts the server with an empty bucket. */
export async function startS3Server(): Promise<{ settings: S3Settings; stop: () => Promise<void> }> {
  const port = await findFreePort();
  const server = spawn(join(FOLDER, "bin", "moto_server"), ["-H", "127.0.0.1", "-p", String(port)], {
    stdio: "ignore",
  });
  const endpoint = `http://127.0.0.1:${port}`;
  await createBucket(endpoint);
  const settings = {
    endpoint,
    bucket: BUCKET,
    region: "us-east-1",
    accessKeyId: "key",
    secretAccessKey: "secret",
  };
  return { settings, stop: () => stop(server) };
}

async function createBucket(endpoint: string): Promise<void> {
  for (const until = Date.now() + START_MS; Date.now() < until; await pause(100)) {
    const response = await fetch(`${endpoint}/${BUCKET}`, { method: "PUT" }).catch(() => undefined);
    if (response?.ok) return;
  }
  throw new Error("the S3 server did not start");
}

async function stop(server: ChildProcess): Promise<void> {
  const ended = once(server, "exit");
  server.kill();
  await ended;
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  if (address === null || typeof address === "string") throw new Error("there is no free port");
  return address.port;
}
