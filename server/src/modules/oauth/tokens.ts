import { createHash } from "node:crypto";
import { generateSessionToken, hashToken } from "../../platform/crypto/tokens.ts";
import type { Database } from "../../platform/db/database.ts";
import {
  ACCESS_SECONDS,
  findKeyOfAccessToken,
  type IssuedGrant,
  type TokenHashes,
  useCode,
  useRefreshToken,
} from "./grant-store.ts";
import type { Grants } from "./grants.ts";
import { OauthError } from "./oauth-error.ts";

/** The beginnings of tokens, by which scanners recognize leaked ones. */
const ACCESS_PREFIX = "stoa_at_";
const REFRESH_PREFIX = "stoa_rt_";

/**
 * A refresh token has two random parts of the same length. The first part stays the same while the tokens of a grant are
 * replaced, so that a token that was replaced is recognized without storing it.
 */
const REFRESH_PATTERN = new RegExp(`^${REFRESH_PREFIX}([\\w-]{43})([\\w-]{43})$`);

/** The response with new tokens (RFC 6749). */
export interface TokenResponse {
  access_token: string;
  token_type: "Bearer";
  expires_in: number;
  refresh_token: string;
  scope: string;
}

export interface CodeExchange {
  code: string;
  clientId: string;
  redirectUri: string;
  codeVerifier: string;
  resource: string | undefined;
}

export interface TokenRefresh {
  refreshToken: string;
  clientId: string;
  resource: string | undefined;
}

interface TokensOptions {
  db: Database;
  grants: Grants;
}

/** Issues, replaces, finds and revokes the tokens of apps. Only their hashes are stored. */
export class Tokens {
  readonly #options: TokensOptions;

  constructor(options: TokensOptions) {
    this.#options = options;
  }

  /** @throws OauthError `invalid_grant`. If the code was used before, its grant ends, because one of the two is a thief. */
  async exchange(exchange: CodeExchange): Promise<TokenResponse> {
    const { db, grants } = this.#options;
    const codeHash = hashToken(exchange.code);
    const family = generateSessionToken();
    const made = createTokens(family);
    const codeChallenge = createHash("sha256").update(exchange.codeVerifier).digest("base64url");
    const issued = await useCode(db, { ...exchange, codeHash, codeChallenge }, made.hashes);
    if (issued) return present(made, issued);
    await grants.end({ usedCodeHash: codeHash });
    throw new OauthError(
      "invalid_grant",
      "The code is unknown, was used, has expired, or is for another client_id, redirect_uri, code_verifier or resource",
    );
  }

  /** @throws OauthError `invalid_grant`. If the refresh token was replaced before, its grant ends, as for codes. */
  async refresh({ refreshToken, clientId, resource }: TokenRefresh): Promise<TokenResponse> {
    const { db, grants } = this.#options;
    const [, family = "", current = ""] = REFRESH_PATTERN.exec(refreshToken) ?? [];
    const [familyHash, refreshHash] = [hashToken(family), hashToken(current)];
    const made = createTokens(family);
    const issued = await useRefreshToken(db, { familyHash, refreshHash, clientId, resource }, made.hashes);
    if (issued) return present(made, issued);
    await grants.end({ familyHash, replacedRefreshHash: refreshHash, clientId });
    throw new OauthError(
      "invalid_grant",
      "The refresh token is unknown, was replaced, has expired, was revoked, or is for another client_id or resource",
    );
  }

  /** Ends the grant of a token (RFC 7009). An unknown token, or one of another app, changes nothing. */
  async revoke(token: string, clientId: string | undefined): Promise<void> {
    const { grants } = this.#options;
    const family = REFRESH_PATTERN.exec(token)?.[1];
    if (family !== undefined) await grants.end({ familyHash: hashToken(family), clientId });
    else if (isAccessToken(token)) await grants.end({ accessHash: hashToken(token), clientId });
  }

  /** Returns the key for which an access token stands, and the URL for which it is valid. */
  findKey(accessHash: Buffer): Promise<{ keyId: string; resource: string } | undefined> {
    return findKeyOfAccessToken(this.#options.db, accessHash);
  }
}

function present({ access, refresh }: MadeTokens, { scopes }: IssuedGrant): TokenResponse {
  return {
    access_token: access,
    token_type: "Bearer",
    expires_in: ACCESS_SECONDS,
    refresh_token: refresh,
    scope: scopes.join(" "),
  };
}

/** Returns whether a credential looks like an access token of an app, valid or not. */
export function isAccessToken(credential: string): boolean {
  return credential.startsWith(ACCESS_PREFIX);
}

interface MadeTokens {
  access: string;
  refresh: string;
  hashes: TokenHashes;
}

function createTokens(family: string): MadeTokens {
  const access = ACCESS_PREFIX + generateSessionToken();
  const current = generateSessionToken();
  return {
    access,
    refresh: REFRESH_PREFIX + family + current,
    hashes: { access: hashToken(access), family: hashToken(family), refresh: hashToken(current) },
  };
}
