import {
  type Framework,
  type Job,
  type RunEvent,
  type RuntimeName,
  runtimeNameOf,
} from "../protocol/index.ts";
import type { AgentRuntime, RunHandle, RuntimeStatus } from "./agent-runtime.ts";
import { requireAnswer } from "./missing-answer.ts";

/** A place for one run. It becomes free when its run ends, or by `release` when no run was started in it. */
export interface RunSlot {
  /** Starts the slot's only run. Throws when the slot was used or released, or no runtime serves the framework. */
  start(framework: Framework, job: Job, onEvent: (event: RunEvent) => void): RunHandle;
  /** Gives the place back unused; does nothing once a run has started. */
  release(): void;
  /**
   * A place beyond the capacity for a run that this slot's run waits for: while it waits, the two take no more
   * than one. One at a time; undefined while it is lent, or while no run is in the slot.
   */
  lend(): RunSlot | undefined;
}

export interface SupervisorOptions {
  runtimes: ReadonlyMap<RuntimeName, AgentRuntime>;
  /** Runs at once on this node, over all runtimes. */
  capacity: number;
}

/** Bounds how many runs this node carries. */
export interface Supervisor {
  status(name: RuntimeName): RuntimeStatus;
  runtime(name: RuntimeName): AgentRuntime | undefined;
  /** Runs that this node carries at once. */
  readonly capacity: number;
  /** A place, or undefined when the node is full. Never waits. Calls `onFree` when it is free again. */
  tryAcquire(onFree?: () => void): RunSlot | undefined;
  /** Tells from now on whenever a place has become free. */
  onPlaceFree(listener: () => void): void;
  /** Places taken now. */
  readonly active: number;
}

const NO_RUNTIME: RuntimeStatus = {
  available: false,
  reason: "No runtime for this framework has been built yet.",
  remedy: "Use an agent of another framework.",
};

export function createSupervisor({ runtimes, capacity }: SupervisorOptions): Supervisor {
  const listeners: (() => void)[] = [];
  let taken = 0;

  function acquire(onFree = () => {}): RunSlot {
    taken += 1;
    let state: "free" | "running" | "released" = "free";
    let lent = false;
    function end(): void {
      taken -= 1;
      onFree();
      for (const listener of listeners) listener();
    }
    return {
      lend() {
        if (state !== "running" || lent) return undefined;
        lent = true;
        return acquire(() => {
          lent = false;
        });
      },
      start(framework, job, onEvent) {
        if (state !== "free") throw new Error(`this slot is ${state}`);
        const name = runtimeNameOf(framework, job.entry);
        const runtime = runtimes.get(name);
        if (!runtime) throw new Error(`no runtime serves ${framework}`);
        const started = runtime.start(job, onEvent);
        const receipt = started.receipt.then((ended) => requireAnswer(ended, name));
        const handle: RunHandle = { receipt, cancel: () => started.cancel() };
        state = "running";
        void handle.receipt.then(() => {
          state = "released";
          end();
        });
        return handle;
      },
      release() {
        if (state !== "free") return;
        state = "released";
        end();
      },
    };
  }

  return {
    status: (name) => runtimes.get(name)?.status() ?? NO_RUNTIME,
    runtime: (name) => runtimes.get(name),
    capacity,
    tryAcquire: (onFree) => (taken >= capacity ? undefined : acquire(onFree)),
    onPlaceFree(listener) {
      listeners.push(listener);
    },
    get active() {
      return taken;
    },
  };
}
