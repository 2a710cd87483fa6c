import type pg from "pg";
import type { Database } from "../../platform/db/database.ts";
import type { Authenticator, Caller, MaybePromise } from "../../platform/http/caller.ts";
import { defineModule } from "../../platform/module.ts";
import type { Outbound } from "../../platform/outbound/outbound.ts";
import { ClientDocuments } from "./client-document.ts";
import { removeUnusedClients } from "./client-store.ts";
import { Clients } from "./clients.ts";
import { Consents, type ConsentsOptions } from "./consents.ts";
import { type AppKeysOfAccounts, Grants } from "./grants.ts";
import { mountMetadataRoutes } from "./metadata-routes.ts";
import { Registrations } from "./registrations.ts";
import { Resources } from "./resources.ts";
import { mountConnectedAppRoutes } from "./routes.ts";
import { mountTokenRoutes, sendErrorsAsOauth } from "./token-routes.ts";
import { isAccessToken, Tokens } from "./tokens.ts";

export { personalData } from "./personal-data.ts";

/** How often grants that have ended are removed. A grant whose app did not take it up counts as connected until then. */
const END_MS = 60_000;
/** How often unused registrations are removed. They are kept for a day, so that an hour does not matter. */
const REMOVE_MS = 3_600_000;

/** Identifies callers by what the accounts module issues, and by tokens that stand for a key of an app. */
interface AccountsAuthenticator extends Authenticator {
  byAppToken(
    token: string,
    find: (tokenHash: Buffer) => Promise<{ keyId: string; resource: string } | undefined>,
    beforeLookup?: () => void,
  ): MaybePromise<Caller | undefined>;
}

export interface OauthDeps extends Pick<ConsentsOptions, "getAgentName"> {
  db: Database;
  pool: pg.Pool;
  outbound: Outbound;
  publicUrl: string;
  appKeys: AppKeysOfAccounts;
  authenticator: AccountsAuthenticator;
}

/** Creates the module through which apps sign in: the authorization server of the MCP server (OAuth 2.1). */
export function createOauth({
  db,
  pool,
  outbound,
  publicUrl,
  appKeys,
  authenticator,
  getAgentName,
}: OauthDeps) {
  const resources = new Resources(publicUrl);
  const clients = new Clients(db, new ClientDocuments(outbound));
  const grants = new Grants({ db, resources, appKeys });
  const tokens = new Tokens({ db, grants });
  const consents = new Consents({ db, clients, resources, appKeys, getAgentName });
  const registrations = new Registrations(db, pool);
  return defineModule({
    api: {
      /** Identifies callers by the access tokens of apps, too. Only protocols that check the token's resource may use it. */
      authenticator: acceptAppTokens(authenticator, tokens),
      resources,
    },
    routes: (mount) => mountConnectedAppRoutes(mount, consents, grants),
    protocols: [
      {
        prefix: "/oauth",
        serve: (app, mount) => mountTokenRoutes(app, mount, { tokens, registrations }),
      },
      {
        prefix: "/.well-known",
        serve(app, mount) {
          sendErrorsAsOauth(app);
          mountMetadataRoutes(app, mount, resources);
        },
      },
    ],
    jobs: [
      { name: "ended access of apps", everyMs: END_MS, run: () => grants.endExpired() },
      {
        name: "unused registrations of apps",
        everyMs: REMOVE_MS,
        async run() {
          while (await removeUnusedClients(db));
        },
      },
    ],
  });
}

function acceptAppTokens(accounts: AccountsAuthenticator, tokens: Tokens): Authenticator {
  return {
    bySession: (token, beforeLookup) =>
      isAccessToken(token)
        ? accounts.byAppToken(token, (hash) => tokens.findKey(hash), beforeLookup)
        : accounts.bySession(token, beforeLookup),
    byApiKey: (key, beforeLookup) => accounts.byApiKey(key, beforeLookup),
  };
}
