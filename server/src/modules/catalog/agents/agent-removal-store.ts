import { sql } from "kysely";
import type { Tx } from "../../../platform/db/database.ts";

/** Uses by other accounts that prevent an owner from deleting an agent. */
export interface UseByOthers {
  wasCharged: boolean;
  /** Another account has an active run. */
  isRun: boolean;
}

/** @throws if there is no such agent. */
export async function readUseByOthers(tx: Tx, agentId: number): Promise<UseByOthers> {
  const { rows } = await sql<UseByOthers>`
    SELECT agent_was_charged_to_others(a.id, a.owner_account_id) AS "wasCharged",
      agent_is_run_by_others(a.id, a.owner_account_id) AS "isRun"
    FROM agents a WHERE a.id = ${agentId}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error(`there is no agent ${agentId}`);
  return row;
}

/**
 * Erases the contents of an agent. Its row and the ids of its versions stay, because runs and the ledger refer to
 * them.
 */
export async function eraseAgent(tx: Tx, agentId: number): Promise<void> {
  await sql`
    UPDATE agents SET deleted_at = now(), is_active = false, description = '', documentation = '', tags = '{}',
      features = '{}', use_cases = '{}', updated_at = now()
    WHERE id = ${agentId}`.execute(tx);
  await sql`
    UPDATE agent_versions SET state = 'withdrawn', source = '', filename = '', notes = '', input_schema = '[]',
      examples = '[]', checks = '[]', manifest = '{"models": [], "connectors": [], "agents": []}'
    WHERE agent_id = ${agentId}`.execute(tx);
  await sql`DELETE FROM search_documents WHERE agent_id = ${agentId}`.execute(tx);
  await sql`SELECT erase_agent_embedding(${agentId}::integer)`.execute(tx);
  await sql`DELETE FROM favourites WHERE agent_id = ${agentId}`.execute(tx);
  await sql`SELECT erase_agent_values(${agentId}::integer)`.execute(tx);
  await sql`SELECT revoke_agent_grants(${agentId}::integer)`.execute(tx);
}
