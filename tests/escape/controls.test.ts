import { expect, test } from "vitest";
import { canControl, isRoot, runControl } from "./control.ts";
import type { Probe } from "./probe.ts";
import { PROBES } from "./probes.ts";

const hasControl = ({ control }: Probe) => !("instead" in control);
const needsRoot = ({ control }: Probe) => "needsRoot" in control && control.needsRoot === true;
const possible = canControl();

/** A probe that reaches nothing anywhere would prove nothing of the sandbox. */
test.each(PROBES.filter(([, probe]) => hasControl(probe)))(
  "outside a sandbox %s works",
  async (_name, probe) => {
    const ran = await runControl(probe);
    const { shows = undefined } = "instead" in probe.control ? {} : probe.control;
    if (ran.verdict === null) {
      expect(shows, `it gave no verdict: ${ran.complaint}`).toBeDefined();
    } else {
      expect(ran.verdict.tried.length).toBeGreaterThan(0);
      expect(ran.verdict.reached, ran.complaint).toEqual(ran.verdict.tried);
    }
    shows?.(ran);
  },
);

test.runIf(!isRoot)("controls that need root are left out", () => {
  expect(PROBES.filter(([, probe]) => needsRoot(probe))).toBeDefined();
});

test("this machine can show that probes work", () => {
  expect(possible).toBe(true);
});
