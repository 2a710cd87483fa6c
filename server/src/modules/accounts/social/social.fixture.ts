import { randomInt } from "node:crypto";
import { FinishedSignIn, SessionReply, type SignInProvider, StartedSignIn } from "@stoa/contract";
import { afterAll, afterEach, expect } from "vitest";
import { type Answer, parseAnswer } from "../../../../../tests/harness/client.ts";
import { MailServer } from "../../../../../tests/harness/mail-server.ts";
import { useTestServer } from "../../../../../tests/harness/server.ts";
import { type ProviderAccount, ProviderServer } from "./provider-server.fixture.ts";

/** Starts a server that sends mail and has Google and GitHub enabled, with functions that act as a browser. */
export async function useSocialServer(env: Record<string, string> = {}) {
  const [provider, mail] = await Promise.all([ProviderServer.start(), MailServer.start()]);
  afterAll(() => Promise.all([provider.close(), mail.close()]));
  afterEach(() => {
    provider.mischief = {};
  });
  const { lookup, ca } = provider.service;
  const server = useTestServer({
    env: {
      ...provider.env,
      STOA_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      STOA_MAIL_FROM: "stoa@example.com",
      STOA_PUBLIC_URL: "http://localhost:8099",
      ...env,
    },
    network: () => ({ lookup, ca, signIn: provider.servers }),
  });

  const post = (path: string, body: object, cookie?: string): Promise<Answer> =>
    server().client.post(`/api/v1/users/sign-in/${path}`, body, {
      ...(cookie !== undefined && { headers: { cookie } }),
    });
  /** Begins a sign-in in a new browser. */
  const start = async (at: SignInProvider) => {
    const answer = await post(`${at}/start`, {});
    const { authorization_url } = parseAnswer(StartedSignIn, answer);
    const setCookie = answer.headers.get("set-cookie") ?? "";
    return { url: authorization_url, setCookie, cookie: setCookie.split(";")[0] ?? "" };
  };
  /** Performs a complete sign-in: starts it, consents and returns to the server. */
  const signIn = async (at: SignInProvider, person: ProviderAccount) => {
    const { url, cookie } = await start(at);
    const answer = await post(`${at}/finish`, provider.consent(url, person), cookie);
    return { answer, cookie };
  };
  const readSession = (answer: Answer) => {
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const finished = parseAnswer(FinishedSignIn, answer);
    if (finished.outcome !== "signed_in") throw new Error(`${finished.outcome} instead of a session`);
    return { ...finished, token: finished.session.access_token };
  };
  const link = async (cookie: string, password: string) => {
    const answer = await post("link", { password }, cookie);
    return answer.status === 200 ? parseAnswer(SessionReply, answer).access_token : answer;
  };
  return { server, provider, mail, post, start, signIn, readSession, link };
}

/** Returns a new person at a provider. */
export function stranger(given: Partial<ProviderAccount> = {}): ProviderAccount {
  const id = String(randomInt(2 ** 40));
  return { id, name: `Zoë ${id}`, email: `p${id}@example.com`, verified: true, ...given };
}
