import { sql } from "kysely";
import { RunStore } from "../../../server/src/modules/remembered-values/run-store.ts";
import { SERVER_CONTENT_VAULT } from "../../harness/server.ts";
import type { Part } from "./stage.ts";

/** Plays the part in which Grace reads and deletes what Ada's agent remembers about her, and Ada its shared values. */
export const rememberedValues: Part = async ({ record, ada, grace, linus, agentId, server }) => {
  const store = new RunStore(server.db, SERVER_CONTENT_VAULT);
  const remember = async (username: string | null, key: string, value: unknown, ttl: number | undefined) => {
    const { rows } = await sql<{ id: string }>`SELECT id FROM users WHERE username = ${username}`.execute(
      server.db,
    );
    const text = JSON.stringify(value);
    await store.write({ agentId, userId: rows[0]?.id ?? null }, { key, text, ttl, expected: undefined });
  };
  await remember(grace.username, "language", "de", undefined);
  await remember(grace.username, "texts", { count: 2 }, 3600);
  await remember(null, "longest text", 10, undefined);
  const params = { id: agentId };
  await record("rememberedValues.agents", { as: grace });
  await record("rememberedValues.list", { as: grace, params });
  await record("rememberedValues.remove", { as: grace, params, query: { key: "texts" } });
  await record("rememberedValues.removeOfAgent", { as: grace, params });
  await record("rememberedValues.removeAll", { as: grace });
  await record("rememberedValues.shared", { as: ada, params });
  await record("rememberedValues.shared", { as: linus, params, status: 404 });
  await record("rememberedValues.removeShared", { as: ada, params, query: { key: "longest text" } });
  await record("rememberedValues.removeAllShared", { as: ada, params });
};
