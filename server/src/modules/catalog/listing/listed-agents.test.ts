import { sql } from "kysely";
import { expect, test } from "vitest";
import { someAccount, someAgent } from "../catalog.fixture.ts";
import { useCatalogServer } from "../catalog-server.fixture.ts";
import { findPublicAgents } from "./listed-agents.ts";

const server = useCatalogServer();

test("lists only public agents, the most run first", async () => {
  const { db } = server().database;
  const { accountId } = await someAccount(db, "cartographer");
  const seldom = await someAgent(db, accountId, { name: "Seldom run" });
  const often = await someAgent(db, accountId, { name: "Often run" });
  const hidden = await someAgent(db, accountId, { name: "Hidden" });
  await sql`UPDATE search_documents SET executions = 9 WHERE agent_id = ${often}`.execute(db);
  await sql`UPDATE search_documents SET visibility = 'private' WHERE agent_id = ${hidden}`.execute(db);
  const agents = await findPublicAgents(db, 100);
  expect(agents.filter((id) => [seldom, often, hidden].includes(id))).toEqual([often, seldom]);
  expect(await findPublicAgents(db, 1)).toHaveLength(1);
});
