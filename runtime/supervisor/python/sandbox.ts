export { ConcurrencyLimit } from "./concurrency-limit.ts";
export { storableJson, UnusableJson } from "./json-bounds.ts";
export { openSharedGroup, type SharedGroup } from "./run-groups/index.ts";
export { dropPrivileges } from "./sandbox-command.ts";
export { sandboxUser } from "./sandbox-user.ts";
