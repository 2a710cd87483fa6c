import type { Socket } from "node:net";
import type { Sandbox, SandboxLauncher } from "./launcher.ts";
import type { ParentProcess } from "./parent-process.ts";

/** The delay before a dead parent is restarted. It doubles each time, up to the second value. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;
/**
 * The lifetime after which a parent counts as healthy, so that the restart delay is reset.
 */
const HEALTHY_MS = 60_000;

export interface WarmLauncherOptions {
  /** Starts a parent. Throws if the parent cannot be started. */
  startParent(): ParentProcess;
  /** Starts runs while no parent accepts them. */
  cold: SandboxLauncher;
  /** The number of runs after which a parent is replaced. */
  runsPerParent: number;
  /** The maximum number of simultaneous runs. Further runs start cold. */
  capacity?: number;
  /** Whether a parent that dies is restarted immediately instead of by the next run. */
  isKept: boolean;
  /** Receives a parent's warnings, and the reason if a parent exits or cannot start. */
  report: (message: string) => void;
}

interface Parent {
  process: ParentProcess;
  startedAt: number;
  taken: number;
  active: number;
  retired: boolean;
}

/**
 * Starts sandboxes as forks of a warm parent. The parent is watched, restarted if it dies, and replaced after
 * `runsPerParent` runs. While a parent starts, runs wait for it. If none can be started, runs start cold.
 */
export class WarmLauncher implements SandboxLauncher {
  readonly #options: WarmLauncherOptions;
  readonly #alive = new Set<Parent>();
  #current: Parent | undefined;
  #starting: Parent | undefined;
  #failures = 0;
  #waiting = 0;
  #started = 0;
  #usedMs = 0;
  #countedAt = performance.now();
  #restart: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: WarmLauncherOptions) {
    this.#options = options;
  }

  get cold(): SandboxLauncher {
    return this.#options.cold;
  }

  /** Starts a parent, unless one is already starting or waits for its next attempt. */
  start(): void {
    if (this.#closed || this.#starting || this.#restart) return;
    try {
      this.#watch(this.#options.startParent());
    } catch (error) {
      this.#onFailure(`Warm parent process could not start: ${String(error)}`);
    }
  }

  /**
   * The number of live parents, whether one of them accepts runs, and the number of their sandboxes in use.
   */
  get parents(): { alive: number; isReady: boolean; forks: number } {
    let forks = 0;
    for (const { active } of this.#alive) forks += active;
    return { alive: this.#alive.size, isReady: this.#current !== undefined, forks };
  }

  /** The number of sandboxes in use and of runs that wait for a parent. */
  get runs(): number {
    return this.parents.forks + this.#waiting;
  }

  /** The number of sandboxes that were started, and the total time that they were in use, in seconds. */
  get runsSoFar(): { started: number; seconds: number } {
    this.#countUse();
    return { started: this.#started, seconds: this.#usedMs / 1000 };
  }

  async launch(gatewaySocket: string | undefined, onWait?: () => void): Promise<Sandbox> {
    const parent = await this.#getReadyParent(onWait);
    const { capacity = Infinity } = this.#options;
    if (!parent || parent.active >= capacity) return this.cold.launch(gatewaySocket);
    this.#countUse();
    this.#started += 1;
    parent.taken += 1;
    parent.active += 1;
    if (parent.taken >= this.#options.runsPerParent) this.start();
    try {
      return this.#sandbox(parent, await parent.process.connect());
    } catch {
      this.#release(parent);
      return this.cold.launch(gatewaySocket);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#restart);
    for (const { process } of this.#alive) process.kill();
    await Promise.all([...this.#alive].map(({ process }) => process.gone));
    await this.cold.close();
  }

  /** Accepts no more runs, and ends each parent after its last run. */
  retire(): void {
    this.#closed = true;
    clearTimeout(this.#restart);
    for (const parent of this.#alive) {
      parent.retired = true;
      if (parent.active === 0) parent.process.kill();
    }
    this.#current = undefined;
  }

  async #getReadyParent(onWait: (() => void) | undefined): Promise<Parent | undefined> {
    if (!this.#current) this.start();
    if (this.#current || !this.#starting) return this.#current;
    // A parent that is always kept starts with the server, so no run waits for its first start.
    if (!this.#options.isKept) onWait?.();
    this.#waiting += 1;
    await this.#starting.process.ready;
    this.#waiting -= 1;
    return this.#current;
  }

  #sandbox(parent: Parent, control: Socket): Sandbox {
    const gone = new Promise<{ stderr: string }>((resolve) => {
      control.once("close", () => {
        this.#release(parent);
        resolve({ stderr: "" });
      });
    });
    return { control, gone, isFork: true, kill: () => void control.destroy() };
  }

  /** Adds the time that sandboxes were in use since their number last changed. */
  #countUse(): void {
    const now = performance.now();
    this.#usedMs += this.parents.forks * (now - this.#countedAt);
    this.#countedAt = now;
  }

  #release(parent: Parent): void {
    this.#countUse();
    parent.active -= 1;
    if (parent.retired && parent.active === 0) parent.process.kill();
  }

  #watch(process: ParentProcess): void {
    const parent = { process, startedAt: performance.now(), taken: 0, active: 0, retired: false };
    this.#alive.add(parent);
    this.#starting = parent;
    void process.ready.then((isReady) => {
      if (this.#starting !== parent) return;
      this.#starting = undefined;
      if (!isReady) return;
      const complaint = process.getStderr().trim();
      if (complaint) this.#options.report(`Warm parent process started with warnings: ${complaint}`);
      this.#replaceBy(parent);
    });
    void process.gone.then(({ stderr }) => {
      this.#alive.delete(parent);
      if (this.#current === parent) this.#current = undefined;
      if (parent.retired) return;
      if (performance.now() - parent.startedAt >= HEALTHY_MS) this.#failures = 0;
      this.#onFailure(`Warm parent process exited: ${stderr.trim() || "no output"}`);
    });
  }

  #replaceBy(parent: Parent): void {
    const old = this.#current;
    this.#current = parent;
    if (!old) return;
    old.retired = true;
    if (old.active === 0) old.process.kill();
  }

  #onFailure(message: string): void {
    if (this.#closed) return;
    this.#options.report(message);
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** this.#failures, LONGEST_PAUSE_MS);
    this.#failures += 1;
    this.#restart = setTimeout(() => {
      this.#restart = undefined;
      if (this.#options.isKept) this.start();
    }, pause);
    this.#restart.unref();
  }
}
