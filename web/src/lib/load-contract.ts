/** Loads the contract's schemas and routes when first needed. */
export function loadContract(): Promise<typeof import("./contract.ts")> {
  return import("./contract.ts");
}

/** Loads of it what lists of agents need: making all schemas would keep a phone busy before the first agents show. */
export function loadCatalogContract(): Promise<typeof import("./catalog-contract.ts")> {
  return import("./catalog-contract.ts");
}
