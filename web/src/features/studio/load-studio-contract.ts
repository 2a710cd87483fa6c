/** Loads the schemas and routes of the studio when first needed: its first paint waits for none of them. */
export const loadStudioContract = () => import("./studio-contract.ts");
