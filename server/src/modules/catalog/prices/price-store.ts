import { LIMITS } from "@stoa/contract";
import { sql } from "kysely";
import type { Queryable, Tx } from "../../../platform/db/database.ts";

/** What came of a price that was put; `moment` is from when it holds, or from when a rise can be announced again. */
export interface PriceChange {
  outcome: "unchanged" | "holds" | "announced" | "taken_back" | "rise_is_coming" | "risen_this_month";
  moment: Date;
}

/**
 * Puts a price, in nano-USD per token, on an agent whose row this transaction has locked: the first one and cuts hold
 * at once, rises after the notice and at most one announced a month. `change_agent_price` in the database has the rule.
 * @param at the moment of the change; without one the database's clock says it.
 */
export async function changePrice(
  tx: Tx,
  agentId: number,
  pricePerToken: bigint,
  at?: Date,
): Promise<PriceChange> {
  const notice = sql`make_interval(days => ${LIMITS.priceRiseNoticeDays})`;
  const { rows } = await sql<PriceChange>`
    SELECT outcome, moment FROM change_agent_price(${agentId}, ${pricePerToken}, ${notice},
      coalesce(${at ?? null}::timestamptz, clock_timestamp()))`.execute(tx);
  const [change] = rows;
  if (!change) throw new Error("a change of a price always has an outcome");
  return change;
}

/** Lets search sort and filter by the prices that have begun to hold. @returns how many have. */
export async function beginSearchPrices(db: Queryable): Promise<number> {
  const { rows } = await sql<{ begun: bigint }>`SELECT begin_search_prices() AS begun`.execute(db);
  return Number(rows[0]?.begun ?? 0n);
}

/** A subquery on `agents`: the price in effect now, in nano-USD per token. */
export function currentPrice(db: Queryable) {
  return db
    .selectFrom("agent_prices")
    .select("price_per_token_nano")
    .where("agent_prices.agent_id", "=", sql.ref<number>("agents.id"))
    .where("effective_from", "<=", sql<Date>`now()`)
    .orderBy("effective_from", "desc")
    .limit(1);
}

/** A subquery on `agents`: the announced price that takes effect next. */
export function nextPrice(db: Queryable) {
  return db
    .selectFrom("agent_prices")
    .select(["price_per_token_nano", "effective_from"])
    .where("agent_prices.agent_id", "=", sql.ref<number>("agents.id"))
    .where("effective_from", ">", sql<Date>`now()`)
    .orderBy("effective_from")
    .limit(1);
}
