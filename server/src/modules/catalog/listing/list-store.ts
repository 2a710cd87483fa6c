import { type RawBuilder, sql } from "kysely";
import type { Queryable } from "../../../platform/db/database.ts";
import type { FacetCell, FacetFilters } from "./facets.ts";
import type { Position, SortOrder } from "./list-cursor.ts";

/** A search that the database has translated from plain words to a tsquery. */
export interface TextSearch {
  query: string;
  nameWords: string;
}

/**
 * A search with fewer matches than this reads all of them and then sorts. With more matches, walking an index
 * in the requested order soon finds a page; with fewer, it would read nearly every agent. The database's own
 * estimate for a prefix is too high to decide this.
 */
const SORTED_APART_MAX = 5_000;

/** The account whose private agents are shown in addition to the public agents. */
export interface ListScope {
  accountId: string | undefined;
}

/**
 * The restrictions that apply before filters. All facets are counted among the agents that meet
 * them.
 */
export interface Among {
  search: TextSearch | undefined;
  /** A developer's user name, in any case. */
  developer: string | undefined;
  /** The user whose favorites to show; undefined for all agents. */
  favoritesUserId: string | undefined;
}

export interface PageRequest {
  scope: ListScope;
  among: Among;
  /** The number of agents that `among` selects, before filters. */
  matches: number;
  filters: FacetFilters;
  sort: SortOrder;
  after: Position | undefined;
  offset: number;
  limit: number;
}

interface Order {
  key: RawBuilder<unknown>;
  type: RawBuilder<unknown>;
  direction: RawBuilder<unknown>;
  /** The comparison operator that selects the agents after a position. */
  beyond: RawBuilder<unknown>;
}

const descending = { direction: sql`DESC`, beyond: sql`<` };
const ascending = { direction: sql`ASC`, beyond: sql`>` };

/** Each of these expressions has an index on search_documents with exactly the same text. */
const ORDERS: Readonly<Record<Exclude<SortOrder, "relevance">, Order>> = {
  most_run: { key: sql`executions`, type: sql`bigint`, ...descending },
  best_rated: { key: sql`coalesce(rating, 0)`, type: sql`float8`, ...descending },
  newest: { key: sql`agent_id`, type: sql`bigint`, ...descending },
  cheapest: { key: sql`price_per_token_nano`, type: sql`bigint`, ...ascending },
  fastest: { key: sql`coalesce(median_ms, 'Infinity')`, type: sql`float8`, ...ascending },
};

/**
 * Ranks a match: a word in the name counts most, then tags and description. Among equal matches, agents that are run
 * more often come first. An exact name comes first of all.
 */
function orderByRelevance(search: TextSearch): Order {
  return {
    key: sql`(ts_rank('{0.05, 0.15, 0.4, 1}', heading, ${search.query}::tsquery)
      * (1 + 0.1 * ln(1 + executions))
      + CASE WHEN name_words = ${search.nameWords} THEN 100 ELSE 0 END)::float8`,
    type: sql`float8`,
    ...descending,
  };
}

function getOrder(sort: SortOrder, search: TextSearch | undefined): Order {
  if (sort !== "relevance") return ORDERS[sort];
  return search ? orderByRelevance(search) : ORDERS.most_run;
}

function createScopeCondition(
  scope: ListScope,
  { search, developer, favoritesUserId }: Among,
): RawBuilder<unknown> {
  const open =
    scope.accountId === undefined
      ? sql`visibility = 'public'`
      : sql`(visibility = 'public' OR owner_account_id = ${scope.accountId})`;
  const conditions = [
    open,
    ...(search ? [sql`document @@ ${search.query}::tsquery`] : []),
    ...(developer === undefined ? [] : [sql`owner_account_id IN (${selectAccountIds(developer)})`]),
    ...(favoritesUserId === undefined
      ? []
      : [sql`agent_id IN (SELECT agent_id FROM favourites WHERE user_id = ${favoritesUserId})`]),
  ];
  return sql.join(conditions, sql` AND `);
}

function selectAccountIds(username: string): RawBuilder<unknown> {
  return sql`SELECT o.account_id FROM account_owners o WHERE lower(o.username) = lower(${username})`;
}

/** Returns whether so few agents match that reading them all before sorting is faster than walking an index. */
function isNarrow({ among, matches }: Pick<PageRequest, "among" | "matches">): boolean {
  const { search, developer, favoritesUserId } = among;
  return Boolean(search ?? developer ?? favoritesUserId) && matches <= SORTED_APART_MAX;
}

function createFilterCondition({ category, framework, pricing, model }: FacetFilters): RawBuilder<unknown> {
  const conditions = [
    ...(category === undefined ? [] : [sql`category = ${category}`]),
    ...(framework === undefined ? [] : [sql`framework = ${framework}`]),
    ...(pricing === undefined ? [] : [sql`is_free = ${pricing === "free"}`]),
    ...(model === undefined ? [] : [sql`models @> ARRAY[${model}]::text[]`]),
  ];
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` AND `);
}

/**
 * Translates words into a query and corrects typing errors.
 * @returns `undefined` if the query is empty.
 */
export async function translateSearch(
  db: Queryable,
  words: readonly string[],
): Promise<TextSearch | undefined> {
  if (words.length === 0) return undefined;
  const { rows } = await sql<{ query: string }>`
    SELECT agent_search_query(${[...words]}::text[])::text AS query`.execute(db);
  const query = rows[0]?.query ?? "";
  return query === "" ? undefined : { query, nameWords: words.join(" ") };
}

/** Counts the matches by category, framework, pricing and models. */
export async function countCells(db: Queryable, scope: ListScope, among: Among): Promise<FacetCell[]> {
  const { rows } = await sql<FacetCell>`
    SELECT category, framework, is_free AS free, models, count(*) AS count
    FROM search_documents WHERE ${createScopeCondition(scope, among)}
    GROUP BY category, framework, is_free, models`.execute(db);
  return rows;
}

/** Finds a page of positions, and one more if the list continues. */
export async function findPositions(db: Queryable, page: PageRequest): Promise<Position[]> {
  const { key, type, direction, beyond } = getOrder(page.sort, page.among.search);
  const after = page.after
    ? sql`(${key}, agent_id) ${beyond} (${page.after.key}::${type}, ${page.after.agentId}::int)`
    : sql`true`;
  const { rows } = await sql<{ agentId: number; key: string }>`
    WITH matches AS ${isNarrow(page) ? sql`MATERIALIZED` : sql`NOT MATERIALIZED`} (
      SELECT agent_id, executions, rating, price_per_token_nano, median_ms, name_words, heading
      FROM search_documents WHERE ${createScopeCondition(page.scope, page.among)} AND ${createFilterCondition(page.filters)})
    SELECT agent_id AS "agentId", (${key})::text AS key
    FROM matches
    WHERE ${after}
    ORDER BY ${key} ${direction}, agent_id ${direction}
    LIMIT ${page.limit + 1} OFFSET ${page.after ? 0 : page.offset}`.execute(db);
  return rows;
}

/** Returns whether an account has private agents that only it sees. */
export async function hasPrivateAgents(db: Queryable, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom("search_documents")
    .select("agent_id")
    .where("owner_account_id", "=", accountId)
    .where("visibility", "=", "private")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
