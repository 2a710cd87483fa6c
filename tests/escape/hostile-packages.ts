import { expect } from "vitest";
import type { Probe, ProbeInput } from "./probe.ts";
import { expectNoneLeft } from "./remains.ts";
import { TRESPASSES } from "./trespasses.ts";

/**
 * A warm parent is checked every ten seconds and ended after two failed checks. The rest of the time allows for a busy
 * machine.
 */
export const LOOKED_AT_MS = 60_000;
const WITHOUT_WALLS = "packages/walls";
/** Paths that bubblewrap itself creates or masks. Reading them reveals nothing about the host. */
const OF_BUBBLEWRAP = ["/proc/kallsyms", "/proc/cmdline", "/host", "/dev/pts", "/dev/ptmx"];
const ITS_CONTROL = { instead: "the same file has a control without a package" };

/** Probes that bubblewrap alone must stop, after a package has removed our own protections. */
const BEHIND_BUBBLEWRAP = [
  "files/host_files",
  "files/host_folders",
  "files/scratch_of_others",
  "files/devices",
  "files/handles",
  "processes/secrets_of",
  "processes/tracing",
  "memory/own_memory",
  "memory/environment",
  "network/tcp",
  "network/udp",
  "network/families",
  "privileges/keyrings",
  "privileges/kernel_doors",
  "privileges/bpf",
];

/**
 * The path of the link in the control, which runs outside a sandbox. The control records clients that follow the link.
 */
const OWN_PLACE = "/tmp/stoa-escape-link";
const OWN_LINK: Probe["control"] = {
  before: [{ step: "swap", place: OWN_PLACE }],
  input: { step: "look", place: OWN_PLACE },
  checkControl: ({ visits }) => expect(visits).not.toEqual([]),
};

const folders = Array.from({ length: 40 }, (_, number) => `/host/gateways/../s${number}`);
const gateways = ["/host/gateways", ...folders.slice(0, 10)].flatMap((folder) =>
  Array.from({ length: 40 }, (_, number) => `${folder}/${number}`),
);
const parents = folders.map((_, number) => `/host/control/../p${number}/parent`);

/** Attacks by a package on the warm process that has imported it and, through this process, on other processes. */
const ATTACKS: Probe[] = [
  {
    file: "packages/gateways",
    as: "with our protections",
    input: { others: [...gateways, ...parents], hidden: ["/host/gateways", "/host/control", "/host"] },
    reaches: ["own"],
    control: { instead: "its own gateway answers in the same run" },
  },
  {
    file: "packages/gateways",
    as: "without our protections",
    prefix: WITHOUT_WALLS,
    // The folder with the gateways allows access to known paths, but cannot be listed.
    input: { others: [...gateways, ...parents], hidden: ["/host/gateways"] },
    reaches: ["own"],
    control: { instead: "its own gateway answers in the same run" },
  },
  {
    file: "packages/link",
    prefix: WITHOUT_WALLS,
    before: [{ step: "swap" }],
    input: { step: "swap" },
    // After the run, the stage compares the visits to the socket that the link names.
    checkEnd: ({ success }) => expect(success).toBe(true),
    control: OWN_LINK,
  },
  {
    file: "packages/leftovers",
    checkEnd: async (ended) => {
      expect(ended.success, `${ended.detail}`).toBe(true);
      await expectNoneLeft("stoa-escape-leftover", LOOKED_AT_MS);
    },
    control: {},
  },
  {
    file: "packages/miner",
    input: { seconds: 0 },
    checkEnd: ({ success, output }) => {
      expect(success).toBe(true);
      expect(output).toMatchObject({ answer: "honest" });
    },
    logs: "used processor time without a run",
    control: { input: { seconds: 1 } },
  },
  { file: "packages/scratch", control: {} },
];

const behindBubblewrap: Probe[] = TRESPASSES.filter(({ file }) => BEHIND_BUBBLEWRAP.includes(file)).map(
  (probe) => ({
    ...probe,
    as: "in a package, without our protections",
    prefix: WITHOUT_WALLS,
    control: ITS_CONTROL,
  }),
);
const inPackage: Probe[] = TRESPASSES.filter(
  ({ checkEnd, reaches }) => checkEnd === undefined && reaches === undefined,
).map((probe) => ({ ...probe, as: "in a package", control: ITS_CONTROL }));

/**
 * Probes that are part of their developer's packages. The warm process of the developer's runs imports these packages.
 */
export const PACKAGE_PROBES: Probe[] = [...ATTACKS, ...behindBubblewrap, ...inPackage];

/** Returns the input of a probe, without the paths that it may see once our protections have been removed. */
export function adaptInput({ prefix }: Probe, given: ProbeInput): ProbeInput {
  if (prefix === undefined) return given;
  const keep = (value: unknown) =>
    Array.isArray(value) ? value.filter((item) => !OF_BUBBLEWRAP.includes(item)) : value;
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, keep(value)]));
}
