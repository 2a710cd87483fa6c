import type { ScriptedAnswer } from "../../../../tests/harness/scripted-service.ts";

export interface ExpectedTest {
  service: string;
  credential: string;
  config?: Record<string, string>;
  /** The test call as it must reach the service, but for what every request has. */
  request: { method: string; host: string; path: string; headers: Record<string, string>; body?: string };
  good: ScriptedAnswer;
  /** What the service answers to a wrong credential, as its documentation says. */
  refused: ScriptedAnswer;
}

export const bearer = (credential: string) => ({ authorization: `Bearer ${credential}` });
export const basic = (pair: string) => ({ authorization: `Basic ${Buffer.from(pair).toString("base64")}` });
