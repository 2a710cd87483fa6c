import { expect, test } from "vitest";
import { canControl, isRoot, runControl } from "./control.ts";
import { PACKAGE_PROBES } from "./hostile-packages.ts";
import { getProbeName, type Probe } from "./probe.ts";
import { ALL_OF_IT, PROBES } from "./probes.ts";

const needsMoreRights = ({ control }: Probe) =>
  !isRoot && "needsRoot" in control && control.needsRoot === true;
const ofPackages = PACKAGE_PROBES.map((probe): [string, Probe] => [getProbeName(probe), probe]);
const controlled = [...PROBES, ...(ALL_OF_IT ? ofPackages : [])].filter(
  ([, { control }]) => !("instead" in control),
);

test("this machine can isolate probes that run without a sandbox", () => {
  expect(canControl()).toBe(true);
});

/** A probe that can never reach anything would prove nothing about the sandbox. */
test.for(controlled)("the probe %s works outside a sandbox", async ([, probe], { skip }) => {
  skip(needsMoreRights(probe), "only root can show it");
  const ran = await runControl(probe);
  const shows = "instead" in probe.control ? undefined : probe.control.checkControl;
  if (ran.verdict === null) expect(shows, `it gave no verdict: ${ran.complaint}`).toBeDefined();
  else {
    expect(ran.verdict.tried.length).toBeGreaterThan(0);
    expect(ran.verdict.reached, ran.complaint).toEqual(ran.verdict.tried);
  }
  shows?.(ran);
});
