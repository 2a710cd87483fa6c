import { sql } from "kysely";
import type { Queryable } from "../../../platform/db/database.ts";

/** A subquery on `agents`: the price that holds now, the latest whose time has come, in nano-USD per token. */
export function currentPrice(db: Queryable) {
  return db
    .selectFrom("agent_prices")
    .select("price_per_token_nano")
    .where("agent_prices.agent_id", "=", sql.ref<number>("agents.id"))
    .where("effective_from", "<=", sql<Date>`now()`)
    .orderBy("effective_from", "desc")
    .limit(1);
}

/** A subquery on `agents`: the price that comes next, if one is announced. */
export function nextPrice(db: Queryable) {
  return db
    .selectFrom("agent_prices")
    .select(["price_per_token_nano", "effective_from"])
    .where("agent_prices.agent_id", "=", sql.ref<number>("agents.id"))
    .where("effective_from", ">", sql<Date>`now()`)
    .orderBy("effective_from")
    .limit(1);
}
