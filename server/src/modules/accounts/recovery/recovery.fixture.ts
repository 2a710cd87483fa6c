import { User } from "@stoa/contract";
import { afterAll, expect } from "vitest";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { MailServer } from "../../../../../tests/harness/mail-server.ts";
import { useTestServer } from "../../../../../tests/harness/server.ts";

export const PUBLIC_URL = "https://stoa.example.com";

/** Starts a server that sends its mail to a mail server that the test controls. */
export async function useMailingServer(env: Record<string, string> = {}) {
  const mail = await MailServer.start();
  // Hooks run in reverse order: the server closes its connections first.
  afterAll(() => mail.close());
  const server = useTestServer({
    env: {
      STOA_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      STOA_MAIL_FROM: "Stoa <stoa@example.com>",
      STOA_PUBLIC_URL: PUBLIC_URL,
      STOA_TRUST_PROXY: "0",
      ...env,
    },
  });
  const ok = async (path: string, body: object, token?: string) => {
    const { client } = server();
    const answer = await client.post(`/api/v1/users/${path}`, body, token === undefined ? {} : { token });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body;
  };
  const readMe = async (token: string) =>
    parseAnswer(User, await server().client.get("/api/v1/users/me", { token }));
  return { server, mail, ok, me: readMe };
}
