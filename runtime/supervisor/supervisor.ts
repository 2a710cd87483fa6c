import {
  type Framework,
  getRuntimeName,
  type Job,
  type RunEvent,
  type RuntimeName,
} from "../protocol/index.ts";
import type { AgentRuntime, RunHandle, RuntimeStatus } from "./agent-runtime.ts";
import { requireAnswer } from "./missing-answer.ts";

/** A slot for one run. It is free again when its run ends, or after `release` if no run has started. */
export interface RunSlot {
  /** Starts the slot's only run. Throws if the slot was used or released, or if no runtime serves the framework. */
  start(framework: Framework, job: Job, onEvent: (event: RunEvent) => void): RunHandle;
  /** Frees the unused slot. Does nothing once a run has started. */
  release(): void;
  /**
   * Returns an extra slot, beyond the capacity, for a run that this slot's run waits for, so the two runs never work at
   * the same time. Returns undefined if the extra slot is in use or this slot has no active run.
   */
  lend(): RunSlot | undefined;
}

export interface SupervisorOptions {
  runtimes: ReadonlyMap<RuntimeName, AgentRuntime>;
  /** The maximum number of simultaneous runs of this node, over all runtimes. */
  capacity: number;
}

/** Limits how many runs this node has at the same time. */
export interface Supervisor {
  getStatus(name: RuntimeName): RuntimeStatus;
  runtime(name: RuntimeName): AgentRuntime | undefined;
  /** The maximum number of simultaneous runs on this node. */
  readonly capacity: number;
  /**
   * Returns a slot, or undefined if the node is full. Never waits. Calls `onFree` when the slot becomes free again.
   */
  tryAcquire(onFree?: () => void): RunSlot | undefined;
  /** Calls the listener whenever a slot becomes free. */
  onPlaceFree(listener: () => void): void;
  /** The number of slots in use. */
  readonly active: number;
}

const NO_RUNTIME: RuntimeStatus = {
  available: false,
  reason: "This framework is not supported yet.",
  remedy: "Use an agent built with another framework.",
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
        const name = getRuntimeName(framework, job.entry);
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
    getStatus: (name) => runtimes.get(name)?.getStatus() ?? NO_RUNTIME,
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
