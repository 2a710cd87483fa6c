import { type AgentList, type AgentListQuery, TEXTS } from "@stoa/contract";
import type { Database } from "../../../platform/db/database.ts";
import { unauthorized } from "../../../platform/http/app-error.ts";
import type { Caller, MaybePromise } from "../../../platform/http/caller.ts";
import { findAgentRows } from "../agents/agent-rows.ts";
import { presentSummary } from "../agents/present.ts";
import { TtlCache } from "../ttl-cache.ts";
import { countFacets, countMatches, type FacetCell } from "./facets.ts";
import { decodeCursor, encodeCursor, type SortOrder } from "./list-cursor.ts";
import {
  type Among,
  countCells,
  findPositions,
  hasPrivateAgents,
  type ListScope,
  type PageRequest,
  translateSearch,
} from "./list-store.ts";
import { splitSearch } from "./search-text.ts";

/** The size of the page cache. It is in bytes because the size of a page depends on the length of its agents' fields. */
const PAGES_MAX_BYTES = 32 * 1024 * 1024;
const PAGES_MAX_ENTRIES = 2_000;
/** The cache of counts has one entry for all visitors, and one for each account with private agents. */
const COUNTS_MAX_ENTRIES = 500;
/** The cache of scopes has one flag per calling account. */
const SCOPES_MAX_ENTRIES = 10_000;

/** A requested page, before its words are translated to a query. */
interface Request extends Omit<PageRequest, "among" | "matches"> {
  words: string[] | undefined;
  among: Omit<Among, "search">;
}

/** Lists agents as JSON that is ready to be sent. */
export class Marketplace {
  readonly #db: Database;
  readonly #pages = new TtlCache<Buffer>({
    maxEntries: PAGES_MAX_ENTRIES,
    maxSize: PAGES_MAX_BYTES,
    getSize: (page) => page.length,
  });
  readonly #counts = new TtlCache<FacetCell[]>({ maxEntries: COUNTS_MAX_ENTRIES });
  readonly #scopes = new TtlCache<ListScope>({ maxEntries: SCOPES_MAX_ENTRIES });

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Returns a page of AgentList as JSON. After a change on another node it may be up to 5 seconds old.
   * @throws AppError 400 for a cursor of another list; 401 for favorites without a session.
   */
  list(query: AgentListQuery, caller: Caller | undefined): MaybePromise<Buffer> {
    const onlyFavorites = query.favourites === "true";
    if (onlyFavorites && !caller) throw unauthorized(TEXTS.account.unauthorized);
    const favoritesUserId = onlyFavorites ? caller?.userId : undefined;
    const scope = this.#getScope(caller?.accountId);
    return scope instanceof Promise
      ? scope.then((known) => this.#page(query, known, favoritesUserId))
      : this.#page(query, scope, favoritesUserId);
  }

  #page(query: AgentListQuery, scope: ListScope, favoritesUserId: string | undefined): MaybePromise<Buffer> {
    const words = splitSearch(query.search);
    const sort: SortOrder = query.sort ?? (words ? "relevance" : "most_run");
    const after = query.cursor === undefined ? undefined : decodeCursor(query.cursor, sort);
    const { category, framework, pricing, model, limit } = query;
    const developer = query.developer?.toLowerCase();
    const request: Request = {
      scope,
      words,
      among: { developer, favoritesUserId },
      filters: { category, framework, pricing, model },
      sort,
      after,
      offset: query.offset,
      limit,
    };
    // Favorites are not cached: each page belongs to one person, who wants to see a change immediately.
    if (favoritesUserId !== undefined) return this.#make(request);
    return this.#pages.get(pageKey(query, scope, words), () => this.#make(request));
  }

  /** Clears this node's caches, so that the author of a change sees it immediately. */
  forget(): void {
    this.#pages.clear();
    this.#counts.clear();
    this.#scopes.clear();
  }

  #getScope(accountId: string | undefined): MaybePromise<ListScope> {
    if (accountId === undefined) return { accountId };
    return this.#scopes.get(accountId, async () => ({
      accountId: (await hasPrivateAgents(this.#db, accountId)) ? accountId : undefined,
    }));
  }

  async #make({ words, among, ...request }: Request): Promise<Buffer> {
    const search = words && (await translateSearch(this.#db, words));
    const list = words && !search ? nothing : await this.#read({ ...request, among: { ...among, search } });
    return Buffer.from(JSON.stringify(list));
  }

  async #read(request: Omit<PageRequest, "matches">): Promise<AgentList> {
    const cells = await this.#count(request.scope, request.among);
    const positions = await findPositions(this.#db, { ...request, matches: countMatches(cells, {}) });
    const page = positions.slice(0, request.limit);
    const rows =
      page.length > 0
        ? await findAgentRows(
            this.#db,
            page.map(({ agentId }) => agentId),
          )
        : [];
    const byId = new Map(rows.map((row) => [row.id, row]));
    const last = positions.length > page.length ? page.at(-1) : undefined;
    return {
      agents: page.flatMap(({ agentId }) => {
        const row = byId.get(agentId);
        return row ? [presentSummary(row)] : [];
      }),
      total: countMatches(cells, request.filters),
      next_cursor: last ? encodeCursor(request.sort, last) : null,
      facets: countFacets(cells, request.filters),
    };
  }

  #count(scope: ListScope, among: Among): MaybePromise<FacetCell[]> {
    if (among.favoritesUserId !== undefined) return countCells(this.#db, scope, among);
    const key = JSON.stringify([scope.accountId, among.search?.query, among.developer]);
    return this.#counts.get(key, () => countCells(this.#db, scope, among));
  }
}

/**
 * Returns the cache key of a page. Line breaks separate its parts, because words contain none. A slash before the words
 * tells an empty search from no search.
 */
function pageKey(query: AgentListQuery, scope: ListScope, words: string[] | undefined): string {
  const { category, framework, pricing, model, developer, sort, cursor, offset, limit } = query;
  return `${scope.accountId}\n${category}\n${framework}\n${pricing}\n${model}\n${developer?.toLowerCase()}\n${sort}\n${cursor}\n${offset}\n${limit}\n${words ? `/${words.join("\n")}` : ""}`;
}

const nothing: AgentList = { agents: [], total: 0, next_cursor: null, facets: countFacets([], {}) };
