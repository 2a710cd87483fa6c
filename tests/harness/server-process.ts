import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { getTestEnvironmentsDirectory } from "../../runtime/supervisor/python/testing/test-environments.ts";
import {
  findRunningPostgres,
  removeEmbeddedPostgres,
} from "../../server/src/platform/postgres/embedded-postgres.ts";
import { findFreePort } from "../../server/src/platform/postgres/free-port.ts";
import { findFastFolder } from "./fast-folder.ts";

const ENTRY = fileURLToPath(new URL("../../server/dist/main.js", import.meta.url));
/**
 * The time limit for a start. A first start creates and migrates a database and tests the sample agents, which takes a
 * while on a busy CI machine.
 */
const READY_MS = 120_000;
const POLL_MS = 50;

/**
 * Creates a home folder that the database's user can enter, even if the tests run as root. The folder is in memory if
 * there is room. Tests and benchmarks about data on disk pass a folder on disk.
 */
export function createTemporaryHome(folder = findFastFolder()): string {
  const home = mkdtempSync(join(folder, "stoa-home-"));
  chmodSync(home, 0o711);
  return home;
}

/** Removes the home folder of a stopped server and its database. */
export function removeHome(home: string): void {
  removeEmbeddedPostgres(home);
  rmSync(home, { recursive: true, force: true });
}

/** The product in the form in which it is shipped: the bundle in its own process, with its embedded database. */
export class ServerProcess {
  readonly home: string;
  readonly port: number;
  readonly #env: Record<string, string>;
  readonly #user: number | undefined;
  #child: ChildProcess | undefined;
  #output = "";

  private constructor(home: string, port: number, env: Record<string, string>, user: number | undefined) {
    this.home = home;
    this.port = port;
    this.#env = env;
    this.#user = user;
  }

  /**
   * Starts on a free port and waits until it is ready. If the tests run as root, `user` can be the ID of another user
   * that runs the server.
   */
  static async start(home: string, env: Record<string, string> = {}, user?: number): Promise<ServerProcess> {
    if (!existsSync(ENTRY)) throw new Error("server/dist is missing: run npm run build first");
    const server = new ServerProcess(home, await findFreePort(null), env, user);
    await server.startAgain();
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get pid(): number {
    if (this.#child?.pid === undefined) throw new Error("the server does not run");
    return this.#child.pid;
  }

  /** The output of the process since the last start. */
  get output(): string {
    return this.#output;
  }

  /** The URL of its database while the server runs. */
  get databaseUrl(): string {
    const running = findRunningPostgres(this.home);
    if (!running) throw new Error("the embedded database does not run");
    return running.url;
  }

  /** Starts the stopped server again, on the same home and port. */
  async startAgain(): Promise<void> {
    this.#output = "";
    const child = spawn(process.execPath, [ENTRY, "serve"], {
      env: {
        PATH: process.env.PATH,
        HOST: "127.0.0.1",
        PORT: String(this.port),
        STOA_HOME: this.home,
        STOA_ENVIRONMENTS: getTestEnvironmentsDirectory(),
        // Warm parents start on first use, because most tests run no agent and few need a framework.
        STOA_PARENTS: "first-use",
        // No embedder starts, because few tests need embeddings.
        STOA_EMBEDDER: "none",
        // Otherwise the packaged samples would be downloaded from the package index and tested during other tests.
        STOA_PACKAGED_SAMPLES: "false",
        ...this.#env,
      },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
      ...(this.#user === undefined ? {} : { uid: this.#user, gid: this.#user }),
    });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk: Buffer) => {
        this.#output = (this.#output + chunk).slice(-20_000);
      });
    try {
      await this.#waitUntilReady(child);
    } catch (error) {
      // Stop the process here, because the caller does not have a handle to it yet.
      await this.stop();
      throw error;
    }
  }

  /** Kills the process without warning. The database keeps running. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await ended;
  }

  /** Asks the server to stop and waits. Returns its exit code. */
  async stop(): Promise<number | null> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const ended = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
    child.kill("SIGTERM");
    return ended;
  }

  async #waitUntilReady(child: ChildProcess): Promise<void> {
    const deadline = Date.now() + READY_MS;
    while (Date.now() < deadline) {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`the server ended while starting:\n${this.#output}`);
      const answer = await fetch(`${this.url}/api/health`).catch(() => undefined);
      if (answer?.status === 200) return;
      await delay(POLL_MS);
    }
    throw new Error(`the server was not ready after ${READY_MS / 1000} s:\n${this.#output}`);
  }
}
