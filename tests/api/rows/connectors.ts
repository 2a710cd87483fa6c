import { connectorRoutes } from "@stoa/contract";
import { expect } from "vitest";
import { type KeyHolder, parsed } from "../../harness/client.ts";
import { row } from "../row.ts";
import { missingFields } from "../specified-fields.ts";
import type { World } from "../world.ts";

const UNKNOWN_IDS = [`con_${"0".repeat(32)}`, "parrot"];

async function listed({ client }: World, { token }: KeyHolder) {
  return parsed(connectorRoutes.list.reply, await client.get("/api/v1/connectors", { token }));
}

/** A person with a connector. */
async function connected(world: World, body: object = { service_name: "openai", api_key: "sk-1" }) {
  const who = await world.client.registerWithKey();
  const answer = await world.client.post("/api/v1/connectors", body, { token: who.token });
  return { who, connector: parsed(connectorRoutes.add.reply, answer) };
}

/** Returns a connector of the world's caller, created on first use. */
async function ofCaller(world: World): Promise<string> {
  const [first] = await listed(world, world.caller);
  if (first) return first.id;
  const body = { service_name: "openai", api_key: "sk-1" };
  const answer = await world.client.post("/api/v1/connectors", body, { token: world.caller.token });
  return parsed(connectorRoutes.add.reply, answer).id;
}

export const list = row(connectorRoutes.list, {
  async happy(world, call) {
    const { who, connector } = await connected(world);
    const connectors = await call({}, who);
    expect(connectors).toEqual([connector]);
    expect(missingFields("connector", connectors)).toEqual([]);
    expect(await call({}, world.stranger)).toEqual([]);
  },
});

export const services = row(connectorRoutes.services, {
  async happy(world, call) {
    const supported = await call();
    expect(missingFields("supportedService", supported)).toEqual([]);
    const openai = supported.find(({ name }) => name === "openai");
    expect(openai?.required_fields.length).toBeGreaterThan(0);
    expect(await listed(world, world.stranger)).toEqual([]);
  },
});

export const add = row(connectorRoutes.add, {
  async happy(world, call) {
    const who = await world.client.registerWithKey();
    const json = { service_name: "openai", api_key: "sk-secret", service_config: {}, usage_quota: 100 };
    const connector = await call({ json }, who);
    expect(connector).toMatchObject({
      service_name: "openai",
      usage_quota: 100,
      current_usage: 0,
      is_active: true,
    });
    expect(JSON.stringify(connector)).not.toContain("secret");
    expect(await listed(world, who)).toEqual([connector]);
    await expect(call({ json }, who)).rejects.toThrow("answered 409");
    const other = await call({ json: { service_name: "github", api_key: "ghp_1" } }, who);
    expect(other.usage_quota).toBeNull();
  },
  ask: () => ({ json: { service_name: "openai", api_key: "sk-1" } }),
  bad: [
    ["service_name", () => ({ json: {} })],
    ["service_name", () => ({ json: { service_name: "nonsense", api_key: "x" } })],
    ["access_token", () => ({ json: { service_name: "github" } })],
    ["usage_quota", () => ({ json: { service_name: "github", api_key: "x", usage_quota: -1 } })],
    ["owner", () => ({ json: { service_name: "github", api_key: "x", owner: "me" } })],
  ],
});

export const update = row(connectorRoutes.update, {
  async happy(world, call) {
    const { who, connector } = await connected(world);
    const { id } = connector;
    const changed = await call({ id, json: { usage_quota: 7, is_active: false } }, who);
    expect(changed).toEqual({ ...connector, usage_quota: 7, is_active: false });
    expect(await listed(world, who)).toEqual([changed]);
    expect((await call({ id, json: { usage_quota: null } }, who)).usage_quota).toBeNull();
  },
  ask: async (world) => ({ id: await ofCaller(world), json: { is_active: true } }),
  bad: [
    ["usage_quota", () => ({ id: UNKNOWN_IDS[0] ?? "", json: { usage_quota: 1.5 } })],
    ["is_active", () => ({ id: UNKNOWN_IDS[0] ?? "", json: { is_active: "yes" } })],
    ["api_key", () => ({ id: UNKNOWN_IDS[0] ?? "", json: { api_key: "other" } })],
  ],
  unknownIds: UNKNOWN_IDS,
  isPrivate: true,
});

export const remove = row(connectorRoutes.remove, {
  async happy(world, call) {
    const { who, connector } = await connected(world);
    expect(await call({ id: connector.id }, who)).toEqual({ success: true });
    expect(await listed(world, who)).toEqual([]);
    await expect(call({ id: connector.id }, who)).rejects.toThrow("answered 404");
  },
  ask: async (world) => ({ id: await ofCaller(world) }),
  unknownIds: UNKNOWN_IDS,
  isPrivate: true,
});

export const test = row(connectorRoutes.test, {
  async happy(world, call) {
    const { gitLabUrl } = world;
    const { who, connector } = await connected(world, {
      service_name: "gitlab",
      api_key: "glpat-good",
      service_config: { base_url: gitLabUrl ?? "https://gitlab.example.invalid" },
    });
    const result = await call({ id: connector.id, json: {} }, who);
    expect(result).toMatchObject({ success: gitLabUrl !== undefined, service: "gitlab" });
    expect(result.message).not.toBe("");
    expect(await listed(world, who)).toEqual([connector]);
  },
  ask: async (world) => ({ id: await ofCaller(world), json: {} }),
  unknownIds: UNKNOWN_IDS,
  isPrivate: true,
});
