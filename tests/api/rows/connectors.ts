import { connectorRoutes } from "@stoa/contract";
import { expect } from "vitest";
import { type KeyHolder, parseAnswer } from "../../harness/client.ts";
import { defineRow } from "../row.ts";
import { findMissingFields } from "../specified-fields.ts";
import type { World } from "../world.ts";

const UNKNOWN_IDS = [`con_${"0".repeat(32)}`, "parrot"];

async function listConnectors({ client }: World, { token }: KeyHolder) {
  return parseAnswer(connectorRoutes.list.reply, await client.get("/api/v1/connectors", { token }));
}

/** Creates a person with a connector. */
async function createConnector(world: World, body: object = { service_name: "openai", api_key: "sk-1" }) {
  const user = await world.client.registerWithKey();
  const answer = await world.client.post("/api/v1/connectors", body, { token: user.token });
  return { user, connector: parseAnswer(connectorRoutes.add.reply, answer) };
}

/** Returns a connector of the world's caller, created on first use. */
async function addCallerConnector(world: World): Promise<string> {
  const [first] = await listConnectors(world, world.caller);
  if (first) return first.id;
  const body = { service_name: "openai", api_key: "sk-1" };
  const answer = await world.client.post("/api/v1/connectors", body, { token: world.caller.token });
  return parseAnswer(connectorRoutes.add.reply, answer).id;
}

export const list = defineRow(connectorRoutes.list, {
  async callSuccessfully(world, call) {
    const { user, connector } = await createConnector(world);
    const connectors = await call({}, user);
    expect(connectors).toEqual([connector]);
    expect(findMissingFields("connector", connectors)).toEqual([]);
    expect(await call({}, world.stranger)).toEqual([]);
  },
});

export const services = defineRow(connectorRoutes.services, {
  async callSuccessfully(world, call) {
    const supported = await call();
    expect(findMissingFields("supportedService", supported)).toEqual([]);
    const openai = supported.find(({ name }) => name === "openai");
    expect(openai?.required_fields.length).toBeGreaterThan(0);
    expect(await listConnectors(world, world.stranger)).toEqual([]);
  },
});

export const add = defineRow(connectorRoutes.add, {
  async callSuccessfully(world, call) {
    const user = await world.client.registerWithKey();
    const json = { service_name: "openai", api_key: "sk-secret", service_config: {}, usage_quota: 100 };
    const connector = await call({ json }, user);
    expect(connector).toMatchObject({
      service_name: "openai",
      usage_quota: 100,
      current_usage: 0,
      is_active: true,
    });
    expect(JSON.stringify(connector)).not.toContain("secret");
    expect(await listConnectors(world, user)).toEqual([connector]);
    await expect(call({ json }, user)).rejects.toThrow("answered 409");
    const other = await call({ json: { service_name: "github", api_key: "ghp_1" } }, user);
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

export const update = defineRow(connectorRoutes.update, {
  async callSuccessfully(world, call) {
    const { user, connector } = await createConnector(world);
    const { id } = connector;
    const changed = await call({ id, json: { usage_quota: 7, is_active: false } }, user);
    expect(changed).toEqual({ ...connector, usage_quota: 7, is_active: false });
    expect(await listConnectors(world, user)).toEqual([changed]);
    expect((await call({ id, json: { usage_quota: null } }, user)).usage_quota).toBeNull();
  },
  ask: async (world) => ({ id: await addCallerConnector(world), json: { is_active: true } }),
  bad: [
    ["usage_quota", () => ({ id: UNKNOWN_IDS[0] ?? "", json: { usage_quota: 1.5 } })],
    ["is_active", () => ({ id: UNKNOWN_IDS[0] ?? "", json: { is_active: "yes" } })],
    ["api_key", () => ({ id: UNKNOWN_IDS[0] ?? "", json: { api_key: "other" } })],
  ],
  unknownIds: UNKNOWN_IDS,
  isPrivate: true,
});

export const remove = defineRow(connectorRoutes.remove, {
  async callSuccessfully(world, call) {
    const { user, connector } = await createConnector(world);
    expect(await call({ id: connector.id }, user)).toEqual({ success: true });
    expect(await listConnectors(world, user)).toEqual([]);
    await expect(call({ id: connector.id }, user)).rejects.toThrow("answered 404");
  },
  ask: async (world) => ({ id: await addCallerConnector(world) }),
  unknownIds: UNKNOWN_IDS,
  isPrivate: true,
});

export const test = defineRow(connectorRoutes.test, {
  async callSuccessfully(world, call) {
    const { gitLabUrl } = world;
    const { user, connector } = await createConnector(world, {
      service_name: "gitlab",
      api_key: "glpat-good",
      service_config: { base_url: gitLabUrl ?? "https://gitlab.example.invalid" },
    });
    const result = await call({ id: connector.id, json: {} }, user);
    expect(result).toMatchObject({ success: gitLabUrl !== undefined, service: "gitlab" });
    expect(result.message).not.toBe("");
    expect(await listConnectors(world, user)).toEqual([connector]);
  },
  ask: async (world) => ({ id: await addCallerConnector(world), json: {} }),
  unknownIds: UNKNOWN_IDS,
  isPrivate: true,
});
