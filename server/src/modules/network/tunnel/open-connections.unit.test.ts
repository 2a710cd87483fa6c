import { expect, test } from "vitest";
import { MAX_TRAFFIC_BYTES, Traffic } from "../../../platform/outbound/traffic.ts";
import type { ConnectingRun, HostConnection } from "./connecting-run.ts";
import { OpenConnections } from "./open-connections.ts";

function createRun() {
  const recorded: HostConnection[] = [];
  const run: ConnectingRun = {
    hosts: [],
    traffic: new Traffic(),
    signal: new AbortController().signal,
    track: () => undefined,
    record: (connection) => void recorded.push(connection),
  };
  return { run, recorded };
}

const connection = (outcome: HostConnection["outcome"]): HostConnection => ({
  host: "api.example.com",
  port: 443,
  outcome,
  reason: null,
  bytesSent: 0,
  bytesReceived: 0,
  durationMs: 0,
});

test("a run can have 64 connections open at a time, and other runs are not affected", () => {
  const connections = new OpenConnections();
  const { run } = createRun();
  const ends = Array.from({ length: 64 }, () => connections.begin(run));
  expect(() => connections.begin(run)).toThrow("A run can have 64 connections open at once.");
  expect(() => connections.begin(createRun().run)).not.toThrow();
  ends[0]?.();
  expect(() => connections.begin(run)).not.toThrow();
});

test("a run can open 1,000 connections in total", () => {
  const connections = new OpenConnections();
  const { run } = createRun();
  for (let opened = 0; opened < 1_000; opened += 1) connections.begin(run)();
  expect(() => connections.begin(run)).toThrow("A run can open 1000 connections.");
});

test("a run that has used up its traffic cannot open a connection", () => {
  const { run } = createRun();
  run.traffic.add(MAX_TRAFFIC_BYTES);
  expect(() => new OpenConnections().begin(run)).toThrow("reached its limit of 256 MB of network traffic");
});

test("a run's trace lists every connection, but at most 32 refusals", () => {
  const connections = new OpenConnections();
  const { run, recorded } = createRun();
  for (let tried = 0; tried < 50; tried += 1) connections.record(run, connection("refused"));
  connections.record(run, connection("connected"));
  expect(recorded.map(({ outcome }) => outcome)).toEqual([...Array(32).fill("refused"), "connected"]);
});
