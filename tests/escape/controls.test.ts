import { expect, test } from "vitest";
import { canControl, isRoot, runControl } from "./control.ts";
import type { Probe } from "./probe.ts";
import { PROBES } from "./probes.ts";

const canShow = ({ control }: Probe) => isRoot || !("needsRoot" in control && control.needsRoot);
const controlled = PROBES.filter(([, { control }]) => !("instead" in control));
const shown = controlled.filter(([, probe]) => canShow(probe));
const leftOut = controlled.filter(([, probe]) => !canShow(probe));

test("this machine lets probes run apart from everything else", () => {
  expect(canControl()).toBe(true);
});

/** A probe that reaches nothing anywhere would prove nothing of the sandbox. */
test.each(shown)("outside a sandbox %s works", async (_name, probe) => {
  const ran = await runControl(probe);
  const { shows = undefined } = "instead" in probe.control ? {} : probe.control;
  if (ran.verdict === null) expect(shows, `it gave no verdict: ${ran.complaint}`).toBeDefined();
  else {
    expect(ran.verdict.tried.length).toBeGreaterThan(0);
    expect(ran.verdict.reached, ran.complaint).toEqual(ran.verdict.tried);
  }
  shows?.(ran);
});

if (leftOut.length > 0)
  test.skip.each(leftOut)("outside a sandbox %s works: only root can show it", () => {});
