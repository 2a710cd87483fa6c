/** Loads the routes of the settings when first asked: the first paint of a tab waits for none of their schemas. */
export const loadSettingsContract = () => import("./settings-contract.ts");
