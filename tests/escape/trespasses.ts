import { expect } from "vitest";
import type { ControlRun, Probe } from "./probe.ts";

const expectSecretRead = ({ verdict, secret }: ControlRun) => expect(verdict?.found).toContain(secret);
const isNoticed = ({ visits }: ControlRun) => expect(visits).not.toEqual([]);
const expectVictimKilled = ({ victim_lives }: ControlRun) => expect(victim_lives).toBe(false);

/** Agents that try to read, see, reach or become something forbidden. */
export const TRESPASSES: Probe[] = [
  { file: "files/host_files", slice: true, control: { checkControl: expectSecretRead } },
  { file: "files/host_folders", control: {} },
  { file: "files/scratch_of_others", slice: true, control: { checkControl: expectSecretRead } },
  { file: "files/system_changes", control: {} },
  { file: "files/way_around", control: { checkControl: expectSecretRead } },
  { file: "files/what_others_open", slice: true, control: {} },
  { file: "files/handles", control: { needsRoot: true } },
  { file: "files/mount_tables", slice: true, control: {} },
  { file: "files/devices", control: { needsRoot: true } },
  { file: "processes/list", control: {} },
  { file: "processes/secrets_of", control: { checkControl: expectSecretRead } },
  { file: "processes/signals", slice: true, control: { checkControl: expectVictimKilled } },
  { file: "processes/tracing", control: {} },
  { file: "processes/start", slice: true, control: { needsRoot: true } },
  { file: "processes/exec", slice: true, control: {} },
  { file: "processes/programs", control: { needsRoot: true } },
  { file: "processes/siblings", control: {} },
  { file: "processes/priorities", control: {} },
  { file: "processes/outlive", control: {} },
  { file: "processes/limits", control: {} },
  { file: "memory/own_memory", slice: true, control: { checkControl: expectSecretRead } },
  { file: "memory/environment", control: { checkControl: expectSecretRead } },
  { file: "memory/shared", control: {} },
  { file: "network/tcp", slice: true, control: { checkControl: isNoticed } },
  { file: "network/udp", control: { checkControl: isNoticed } },
  { file: "network/unix_sockets", control: { checkControl: isNoticed } },
  { file: "network/families", input: { absent: [] }, control: { input: { absent: [] } } },
  { file: "network/protocols", control: {} },
  {
    file: "network/declared_hosts",
    slice: true,
    reaches: ["a declared name"],
    control: { instead: "a declared name has an address in the same run" },
  },
  {
    file: "network/disguises",
    reaches: ["a declared name"],
    control: { instead: "a declared name has an address in the same run" },
  },
  { file: "privileges/setuid", control: {} },
  { file: "privileges/namespaces", slice: true, control: {} },
  { file: "privileges/mounts", control: {} },
  { file: "privileges/identity", control: {} },
  { file: "privileges/keyrings", control: {} },
  { file: "privileges/kernel_doors", control: {} },
  { file: "privileges/bpf", control: { needsRoot: true } },
  { file: "privileges/terminal", control: { needsRoot: true } },
  {
    file: "privileges/foreign_calls",
    checkEnd: ({ success, detail }) => {
      expect(success).toBe(false);
      expect(detail).toBe("The agent's process crashed.");
    },
    control: {},
  },
];

/**
 * Probes that do not run in a child process. A child may list its parent, and its signals to the parent have no effect
 * but do not raise an error.
 */
const OF_THE_PARENT = ["processes/list", "processes/signals"];

/** The same attempts from a process that the agent has started. */
export const TRESPASSES_OF_CHILDREN: Probe[] = TRESPASSES.filter(
  ({ file, checkEnd }) => checkEnd === undefined && !OF_THE_PARENT.includes(file),
).map((probe) => ({
  ...probe,
  as: "in a child",
  input: { ...probe.input, in_child: true },
  control: { instead: "the same file has a control without a child" },
}));
