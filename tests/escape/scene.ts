import { type ChildProcess, spawn } from "node:child_process";
import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface, type Interface } from "node:readline";
import { PYTHON, SCENE } from "./control.ts";
import type { ProbeInput } from "./probe.ts";

export interface Facts {
  visits: string[];
  victim_lives: boolean;
}

/** Secrets and listeners on this machine, owned by the sandboxes' user, so that only the sandbox protects them. */
export class Scene {
  readonly given: ProbeInput;
  readonly secret: string;
  readonly #folder: string;
  readonly #child: ChildProcess;
  readonly #answers: AsyncIterableIterator<string>;

  private constructor(
    folder: string,
    child: ChildProcess,
    lines: Interface,
    details: Pick<Scene, "given" | "secret">,
  ) {
    this.#folder = folder;
    this.#child = child;
    this.#answers = lines[Symbol.asyncIterator]();
    this.given = details.given;
    this.secret = details.secret;
  }

  static async open(user: number | undefined): Promise<Scene> {
    const folder = mkdtempSync(join(tmpdir(), "escape-scene-"));
    if (user !== undefined) chownSync(folder, user, user);
    const child = spawn(PYTHON, ["-c", SCENE, "stay", folder], {
      cwd: "/",
      stdio: ["pipe", "pipe", "inherit"],
      ...(user === undefined ? {} : { uid: user, gid: user }),
    });
    const lines = createInterface({ input: child.stdout });
    const first = await new Promise<string>((resolve, reject) => {
      lines.once("line", resolve);
      child.once("exit", (code) => reject(new Error(`the scene ended with ${code}`)));
    });
    return new Scene(folder, child, lines, JSON.parse(first));
  }

  async getFacts(): Promise<Facts> {
    this.#child.stdin?.write("?\n");
    const { value } = await this.#answers.next();
    return JSON.parse(String(value));
  }

  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once("exit", resolve));
    this.#child.stdin?.end();
    await ended;
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
