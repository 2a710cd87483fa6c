import { randomBytes } from "node:crypto";
import { ContentVault } from "./content-vault.ts";
import { createFixedKeys, masterKey } from "./master-keys.ts";

/** Seals contents with a key that all nodes of a test file share. */
export const TEST_CONTENT_VAULT = new ContentVault(createFixedKeys(masterKey(randomBytes(32))));
