import type { ScriptedAnswer } from "../../../../tests/harness/scripted-service.ts";

export interface ExpectedTest {
  service: string;
  credential: string;
  config?: Record<string, string>;
  /** The test call that the service must receive, without the headers that every request has. */
  request: { method: string; host: string; path: string; headers: Record<string, string>; body?: string };
  good: ScriptedAnswer;
  /** The service's answer to a wrong credential, according to its documentation. */
  refused: ScriptedAnswer;
}

export const bearer = (credential: string) => ({ authorization: `Bearer ${credential}` });
export const basic = (pair: string) => ({ authorization: `Basic ${Buffer.from(pair).toString("base64")}` });
