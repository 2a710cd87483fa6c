import { afterAll, beforeAll } from "vitest";
import { ProviderServer } from "../../server/src/modules/accounts/social/provider-server.fixture.ts";
import { MailServer } from "../harness/mail-server.ts";
import { type ScriptedService, startScriptedService } from "../harness/scripted-service.ts";
import { type TestServer, useTestServer } from "../harness/server.ts";

const GITLAB = "gitlab.example.com";
const HOOKS = "hooks.example.com";

/** The product with everything enabled, and the third-party services that it calls. */
export interface ReferenceServer {
  server: TestServer;
  /** Simulates a GitLab installation and a webhook receiver. */
  service: ScriptedService;
  gitLabUrl: string;
  hookUrl: string;
  /** Simulates Google and GitHub sign-in. */
  provider: ProviderServer;
  mail: MailServer;
}

/** Starts one server for all tests of the calling file. */
export async function useReferenceServer(): Promise<() => ReferenceServer> {
  const [service, provider, mail] = await Promise.all([
    startScriptedService([GITLAB, HOOKS]),
    ProviderServer.start(),
    MailServer.start(),
  ]);
  // Hooks run in reverse order, so the server has closed its connections before this one runs.
  afterAll(() => Promise.all([service.close(), provider.close(), mail.close()]));
  const server = useTestServer({
    env: {
      ...provider.env,
      STOA_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      STOA_MAIL_FROM: "Stoa <stoa@example.com>",
      STOA_PUBLIC_URL: "https://stoa.example",
      STOA_TRUST_PROXY: "0",
      STOA_RATE_LIMIT_FACTOR: "1000",
    },
    network: () => ({
      lookup: service.lookup,
      ca: `${service.ca}\n${provider.service.ca}`,
      signIn: provider.servers,
    }),
  });
  let current: ReferenceServer | undefined;
  beforeAll(() => {
    const toUrl = (host: string) => `https://${host}:${service.port}`;
    const hookUrl = `${toUrl(HOOKS)}/stoa`;
    current = { server: server(), service, gitLabUrl: toUrl(GITLAB), hookUrl, provider, mail };
  });
  return () => {
    if (!current) throw new Error("the server exists only while tests run");
    return current;
  };
}
