import { LIMITS } from "@stoa/contract";
import { sql } from "kysely";
import type { Queryable, Tx } from "../../../platform/db/database.ts";

/**
 * The outcome of a price change. `moment` is when it takes effect, or, if it is refused, when the next price increase
 * can be announced.
 */
export interface PriceChange {
  outcome: "unchanged" | "holds" | "announced" | "taken_back" | "rise_is_coming" | "risen_this_month";
  moment: Date;
}

/**
 * Sets the price, in nano-USD per token, of an agent whose row this transaction has locked. The SQL function
 * `change_agent_price` has the rules.
 * @param at the moment of the change; the database's clock by default.
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
  if (!change) throw new Error("change_agent_price returned no row");
  return change;
}

/**
 * Updates the prices that lists sort and filter by once new prices have taken effect.
 * @returns how many prices changed.
 */
export async function beginSearchPrices(db: Queryable): Promise<number> {
  const { rows } = await sql<{ begun: bigint }>`SELECT begin_search_prices() AS begun`.execute(db);
  return Number(rows[0]?.begun ?? 0n);
}

/** Returns a subquery on `agents` for the price in effect now, in nano-USD per token. */
export function selectCurrentPrice(db: Queryable) {
  return db
    .selectFrom("agent_prices")
    .select("price_per_token_nano")
    .where("agent_prices.agent_id", "=", sql.ref<number>("agents.id"))
    .where("effective_from", "<=", sql<Date>`now()`)
    .orderBy("effective_from", "desc")
    .limit(1);
}

/** Returns a subquery on `agents` for the announced price that takes effect next. */
export function selectNextPrice(db: Queryable) {
  return db
    .selectFrom("agent_prices")
    .select(["price_per_token_nano", "effective_from"])
    .where("agent_prices.agent_id", "=", sql.ref<number>("agents.id"))
    .where("effective_from", ">", sql<Date>`now()`)
    .orderBy("effective_from")
    .limit(1);
}
