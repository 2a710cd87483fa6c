import { describe, expect, test } from "vitest";
import { readJsonAgent } from "./json-agent.ts";

const createExport = (node: string, count: number) =>
  `{"nodes":[${Array.from({ length: count }, () => node).join(",")}],"connections":{}}`;
const problemIn = (text: string) => {
  const read = readJsonAgent(text);
  return "problem" in read ? read.problem.detail : undefined;
};

/** Measures the processor time of some work in milliseconds, which does not depend on the load of the machine. */
function cpuMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

describe("an n8n export", () => {
  test("is recognized by its nodes and connections", () => {
    const node = '{"name":"A","type":"n8n-nodes-base.set"}';
    expect(readJsonAgent(createExport(node, 2))).toEqual({ framework: "n8n", name: null });
  });

  test("is refused at its first invalid node, however many there are", () => {
    const text = createExport("{}", 9_000);
    expect(problemIn(text)).toMatch(/n8n workflow, but field "nodes\.0\.name"/);
    expect(problemIn(createExport('{"name":"A"}', 1))).toContain('field "nodes.0.type"');
    expect(problemIn('{"nodes":{}}')).toContain('field "nodes"');
    expect(problemIn('{"nodes":[]}')).toContain('field "nodes"');
    expect(problemIn('{"nodes":[{"name":"A","type":"b"}]}')).toContain('field "connections"');
  });

  test("with 780 kB of empty nodes is refused in little more time than it takes to parse", () => {
    const text = createExport("{}", 260_000);
    const parsing = cpuMs(() => JSON.parse(text));
    expect(cpuMs(() => expect(problemIn(text)).toContain("260000 entries"))).toBeLessThan(10 * parsing + 50);
  });
});
