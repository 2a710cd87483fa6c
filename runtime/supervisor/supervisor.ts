import {
  type Framework,
  type Job,
  type RunEvent,
  type RuntimeName,
  runtimeNameOf,
} from "../protocol/index.ts";
import type { AgentRuntime, RunHandle, RuntimeStatus } from "./agent-runtime.ts";
import { requireAnswer } from "./missing-answer.ts";

/** A place for one run. It is free again when its run ends, or after `release` if no run was started. */
export interface RunSlot {
  /** Starts the slot's only run. Throws if the slot was used or released, or if no runtime serves the framework. */
  start(framework: Framework, job: Job, onEvent: (event: RunEvent) => void): RunHandle;
  /** Returns the place unused. Does nothing once a run has started. */
  release(): void;
  /**
   * Lends a place beyond the capacity to a run that this slot's run waits for, because the two never use more than
   * one at a time. Returns undefined while the place is lent or the slot has no run.
   */
  lend(): RunSlot | undefined;
}

export interface SupervisorOptions {
  runtimes: ReadonlyMap<RuntimeName, AgentRuntime>;
  /** Limits the runs of this node over all runtimes. */
  capacity: number;
}

/** Limits how many runs this node has at the same time. */
export interface Supervisor {
  status(name: RuntimeName): RuntimeStatus;
  runtime(name: RuntimeName): AgentRuntime | undefined;
  /** The number of runs that this node can have at the same time. */
  readonly capacity: number;
  /** Returns a place, or undefined if the node is full. Never waits. Calls `onFree` when the place is free again. */
  tryAcquire(onFree?: () => void): RunSlot | undefined;
  /** Calls the listener whenever a place becomes free. */
  onPlaceFree(listener: () => void): void;
  /** The number of places in use. */
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
