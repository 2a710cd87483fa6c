import type { FinishSignInRequest } from "@stoa/contract";
import { ClientSecretPost, Configuration, customFetch, fetchProtectedResource } from "openid-client";
import * as z from "zod";
import type { Outbound } from "../../../platform/outbound/outbound.ts";
import { createProviderFetch } from "../../../platform/outbound/provider-fetch.ts";
import { createCodeFlowUrl, exchangeCode, translateProviderErrors } from "./code-flow.ts";
import type { OAuthProvider, ProviderPerson, SignInSecrets } from "./provider.ts";

export interface GitHubOptions {
  client: { id: string; secret: string };
  redirectUri: string;
  /** The URL of GitHub's sign-in server. It is also the `iss` of the server's replies. */
  oauth: URL;
  api: URL;
  outbound: Outbound;
}

const GitHubUser = z.object({ id: z.number().int(), login: z.string() });
const GitHubEmails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

/** Signs in with GitHub through OAuth with PKCE. GitHub's API identifies the person. */
export class GitHub implements OAuthProvider {
  readonly #options: GitHubOptions;
  readonly #configuration: Configuration;

  constructor(options: GitHubOptions) {
    const { client, oauth, outbound } = options;
    this.#options = options;
    const getUrl = (path: string) => `${oauth.href}/${path}`;
    this.#configuration = new Configuration(
      {
        issuer: oauth.href,
        authorization_endpoint: getUrl("authorize"),
        token_endpoint: getUrl("access_token"),
      },
      client.id,
      undefined,
      ClientSecretPost(client.secret),
    );
    this.#configuration[customFetch] = createProviderFetch(outbound);
  }

  createAuthorizationUrl(secrets: SignInSecrets): Promise<URL> {
    return translateProviderErrors(() =>
      createCodeFlowUrl(this.#configuration, secrets, {
        redirect_uri: this.#options.redirectUri,
        scope: "read:user user:email",
      }),
    );
  }

  identify(returned: FinishSignInRequest, secrets: SignInSecrets): Promise<ProviderPerson> {
    return translateProviderErrors(async () => {
      const tokens = await exchangeCode(
        this.#configuration,
        this.#options.redirectUri,
        returned,
        secrets,
        false,
      );
      const read = <S extends z.ZodType>(path: string, schema: S) =>
        this.#read(path, schema, tokens.access_token);
      const [user, emails] = await Promise.all([read("user", GitHubUser), read("user/emails", GitHubEmails)]);
      return {
        subject: String(user.id),
        email: emails.find(({ primary, verified }) => primary && verified)?.email,
        name: user.login,
      };
    });
  }

  async #read<S extends z.ZodType>(path: string, schema: S, token: string): Promise<z.output<S>> {
    const url = new URL(path, this.#options.api);
    const accept = new Headers({ accept: "application/vnd.github+json" });
    const answer = await fetchProtectedResource(this.#configuration, token, url, "GET", undefined, accept);
    return schema.parse(await answer.json());
  }
}
