import type { ConnectorUse } from "@stoa/contract";
import { SEARCH_METHOD, SEARCH_PATH, SEARCH_SERVICES, type SearchService } from "@stoa/gateway";
import { isCallInScope } from "./use-scope.ts";

/** Returns the declared connector with which an agent may search the web; undefined if it declares none. */
export function findSearchService(uses: readonly ConnectorUse[]): SearchService | undefined {
  return SEARCH_SERVICES.find((name) =>
    uses.some((use) => use.service === name && isCallInScope(use, SEARCH_METHOD, SEARCH_PATH)),
  );
}
