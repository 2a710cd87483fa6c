import {
  type AnswerAppRequest,
  APP_LIMITS,
  type AppRequestParameters,
  type CheckedAppRequest,
  usdToNano,
} from "@stoa/contract";
import { generateSessionToken, hashToken } from "../../platform/crypto/tokens.ts";
import type { Database } from "../../platform/db/database.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { type AnswerTarget, type AppRequest, findRequestingClient, parseAppRequest } from "./app-request.ts";
import { recordClientUse } from "./client-store.ts";
import { type Clients, getVerifiedHost } from "./clients.ts";
import { insertGrant } from "./grant-store.ts";
import type { AppKeysOfAccounts } from "./grants.ts";
import { OauthError } from "./oauth-error.ts";
import { addParameters, describeRedirect } from "./redirect-uri.ts";
import type { Resources } from "./resources.ts";

export interface ConsentsOptions {
  db: Database;
  clients: Clients;
  resources: Resources;
  appKeys: AppKeysOfAccounts;
  /** Returns an agent's name. @throws AppError 404 for an agent that this caller is not allowed to view */
  getAgentName(agentId: number, caller: Caller): Promise<string>;
}

interface Checked {
  request: AppRequest;
  agentName: string | null;
}

/** Shows people what apps ask for, and gives the apps their answers. */
export class Consents {
  readonly #options: ConsentsOptions;

  constructor(options: ConsentsOptions) {
    this.#options = options;
  }

  /** @throws AppError 400 for an app or a redirect URI that is unknown */
  async check(caller: Caller, parameters: AppRequestParameters): Promise<CheckedAppRequest> {
    const { target, checked } = await this.#check(caller, parameters);
    if (checked instanceof OauthError)
      return {
        request: null,
        refusal: { detail: checked.message, return_to: this.#refuse(target, checked) },
      };
    const { client, redirectUri, scopes, agentId } = checked.request;
    const redirect = describeRedirect(redirectUri);
    return {
      request: {
        app_name: client.name,
        verified_host: getVerifiedHost(client.id),
        redirect_host: redirect.host,
        is_on_this_device: redirect.isOnDevice,
        scopes,
        agent: agentId === null ? null : { id: agentId, name: checked.agentName ?? "" },
        limit_per_day: APP_LIMITS.perDayUsd,
      },
      refusal: null,
    };
  }

  /**
   * Returns the URL that gives the app its answer.
   * @throws AppError 400 for an app or a redirect URI that is unknown, 403 if the account has too many apps
   */
  async answer(caller: Caller, { request, decision, limit_per_day }: AnswerAppRequest): Promise<string> {
    const { target, checked } = await this.#check(caller, request);
    if (checked instanceof OauthError) return this.#refuse(target, checked);
    if (decision === "refuse")
      return this.#refuse(target, new OauthError("access_denied", "The person refused the request"));
    const perDay = limit_per_day === null ? null : usdToNano(limit_per_day);
    const code = await this.#grant(caller, checked.request, perDay);
    return this.#createAnswer(target, { code });
  }

  async #check(
    caller: Caller,
    parameters: AppRequestParameters,
  ): Promise<{ target: AnswerTarget; checked: Checked | OauthError }> {
    const { clients, resources } = this.#options;
    const { client, target } = await findRequestingClient(clients, parameters).catch((error: unknown) => {
      if (error instanceof OauthError) throw new AppError(400, "invalid_request", error.message);
      throw error;
    });
    try {
      const request = parseAppRequest(parameters, client, resources);
      return { target, checked: { request, agentName: await this.#findAgentName(request, caller) } };
    } catch (error) {
      if (error instanceof OauthError) return { target, checked: error };
      throw error;
    }
  }

  async #findAgentName({ agentId }: AppRequest, caller: Caller): Promise<string | null> {
    if (agentId === null) return null;
    try {
      return await this.#options.getAgentName(agentId, caller);
    } catch (error) {
      if (error instanceof AppError && error.status === 404)
        throw new OauthError("invalid_target", "The agent in resource was not found");
      throw error;
    }
  }

  /** Stores what the person allows, and returns the code with which the app gets its tokens. */
  async #grant(
    { accountId, userId }: Caller,
    { client, redirectUri, codeChallenge, scopes, resource }: AppRequest,
    perDay: bigint | null,
  ): Promise<string> {
    const { db, appKeys } = this.#options;
    const code = generateSessionToken();
    await db.transaction().execute(async (tx) => {
      const keyId = await appKeys.create(tx, { accountId, userId, appName: client.name, scopes, perDay });
      await insertGrant(tx, {
        ...{ accountId, userId, keyId, redirectUri, codeChallenge, resource, scopes },
        clientId: client.id,
        clientName: client.name,
        codeHash: hashToken(code),
      });
      await recordClientUse(tx, client.id);
    });
    return code;
  }

  #refuse(target: AnswerTarget, { code, message }: OauthError): string {
    return this.#createAnswer(target, { error: code, error_description: message });
  }

  /** The issuer in the answer lets an app that uses several servers notice an answer of another one (RFC 9207). */
  #createAnswer({ redirectUri, state }: AnswerTarget, parameters: Readonly<Record<string, string>>): string {
    return addParameters(redirectUri, { ...parameters, state, iss: this.#options.resources.issuer });
  }
}
