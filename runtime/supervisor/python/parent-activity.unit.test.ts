import { availableParallelism } from "node:os";
import { expect, it } from "vitest";
import { ParentActivity } from "./parent-activity.ts";
import type { RunGroups } from "./run-groups/index.ts";

const CORES = availableParallelism();

/** Simulates a parent whose processor time and processes the test sets. */
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
    /** Adds processor time and returns whether the next check reports the parent. */
    workAndLook: (seconds: number, isIdle = true) => {
      cpuSeconds += seconds;
      return activity.look(groups, runs, isIdle);
    },
  };
}

it("the processor time that a parent needs to start is not counted", () => {
  expect(openParent().workAndLook(0)).toBe(false);
});

it("a parent that uses processor time without a run is reported, however little it uses at a time", () => {
  const parent = openParent();
  parent.workAndLook(0);
  expect(parent.workAndLook(0.2)).toBe(false);
  expect(parent.workAndLook(0.2)).toBe(true);
});

it("a parent whose active run uses every processor is not reported", () => {
  const parent = openParent();
  parent.workAndLook(0);
  parent.run(10);
  expect(parent.workAndLook(10 * CORES)).toBe(false);
});

it("a parent that uses more processor time than its short runs is reported", () => {
  const parent = openParent();
  parent.workAndLook(0);
  parent.run(0.1);
  expect(parent.workAndLook(5, false)).toBe(true);
});

it("a run that used little processor time does not hide later use by the parent", () => {
  const parent = openParent();
  parent.workAndLook(0);
  parent.run(600);
  expect(parent.workAndLook(0)).toBe(false);
  expect(parent.workAndLook(1)).toBe(true);
});

it("an idle parent with too many waiting processes is reported", () => {
  const parent = openParent();
  parent.startProcesses(12);
  expect(parent.workAndLook(0, false)).toBe(false);
  expect(parent.workAndLook(0)).toBe(true);
});
