export { ConcurrencyLimit } from "./concurrency-limit.ts";
export { toStorableJson, UnusableJson } from "./json-bounds.ts";
export { openSharedGroup, type SharedGroup } from "./run-groups/index.ts";
export { dropPrivileges, INNER_ID, listSystemFolders } from "./sandbox-command.ts";
export { getSandboxUser } from "./sandbox-user.ts";
