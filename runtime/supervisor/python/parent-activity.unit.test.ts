import { availableParallelism } from "node:os";
import { expect, it } from "vitest";
import { ParentActivity } from "./parent-activity.ts";
import type { RunGroups } from "./run-groups/index.ts";

const CORES = availableParallelism();

/** Looks at a parent whose groups have used this much processor time. */
function openParent() {
  const activity = new ParentActivity();
  let cpuSeconds = 30;
  let processes = 3;
  const group: RunGroups = {
    descriptors: [],
    parentDescriptors: [],
    listProcesses: () => Array.from({ length: processes }, (_, index) => index),
    measureMemory: () => 0,
    measureCpuSeconds: () => cpuSeconds,
    close() {},
    remove() {},
  };
  const groups = new Set([group]);
  const runs = { started: 0, seconds: 0 };
  return {
    startProcesses: (count: number) => {
      processes += count;
    },
    run: (seconds: number) => {
      runs.started += 1;
      runs.seconds += seconds;
    },
    /** Lets it work for a time, and returns whether the next look finds that. */
    workAndLook: (seconds: number, isIdle = true) => {
      cpuSeconds += seconds;
      return activity.look(groups, runs, isIdle);
    },
  };
}

it("what a parent needs to start is not counted", () => {
  expect(openParent().workAndLook(0)).toBe(false);
});

it("a parent that works without a run is found, however slowly it works", () => {
  const parent = openParent();
  parent.workAndLook(0);
  expect(parent.workAndLook(0.2)).toBe(false);
  expect(parent.workAndLook(0.2)).toBe(true);
});

it("runs may use every processor while they are active", () => {
  const parent = openParent();
  parent.workAndLook(0);
  parent.run(10);
  expect(parent.workAndLook(10 * CORES)).toBe(false);
});

it("a short run at each look does not hide what is done besides", () => {
  const parent = openParent();
  parent.workAndLook(0);
  parent.run(0.1);
  expect(parent.workAndLook(5, false)).toBe(true);
});

it("time that runs did not use is not saved up for later", () => {
  const parent = openParent();
  parent.workAndLook(0);
  parent.run(600);
  expect(parent.workAndLook(0)).toBe(false);
  expect(parent.workAndLook(1)).toBe(true);
});

it("processes that wait in an idle parent are found, too", () => {
  const parent = openParent();
  parent.startProcesses(12);
  expect(parent.workAndLook(0, false)).toBe(false);
  expect(parent.workAndLook(0)).toBe(true);
});
