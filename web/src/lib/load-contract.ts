/** Loads the contract's schemas and routes when first needed. */
export function loadContract(): Promise<typeof import("./contract.ts")> {
  return import("./contract.ts");
}
