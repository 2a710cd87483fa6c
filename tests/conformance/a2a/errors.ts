import { expect } from "vitest";
import type { Reply } from "../../../server/src/modules/a2a/a2a.fixture.ts";
import type { Subject } from "./subject.ts";

/**
 * The errors of A2A: their codes in JSON-RPC, and their HTTP statuses. The statuses are those of version 1.0.1 of the
 * specification; 1.0.0 had 409 and 415 for two of them.
 */
const ERRORS = {
  TASK_NOT_FOUND: [-32001, 404],
  TASK_NOT_CANCELABLE: [-32002, 400],
  PUSH_NOTIFICATION_NOT_SUPPORTED: [-32003, 400],
  UNSUPPORTED_OPERATION: [-32004, 400],
  CONTENT_TYPE_NOT_SUPPORTED: [-32005, 400],
  VERSION_NOT_SUPPORTED: [-32009, 400],
} as const;

/** Checks that a reply is one of A2A's errors, in the form of its binding. */
export function expectError({ isRpc }: Subject, reply: Reply, reason: keyof typeof ERRORS): void {
  const [code, status] = ERRORS[reason];
  expect(reply.error).toMatchObject({
    code: isRpc ? code : status,
    message: expect.stringMatching(/./),
    reason,
    domain: "a2a-protocol.org",
  });
  expect(reply.status).toBe(isRpc ? 200 : status);
}

/** Checks that a reply refuses invalid parameters. */
export function expectInvalid({ isRpc }: Subject, reply: Reply): void {
  expect(reply.error?.code).toBe(isRpc ? -32602 : 400);
}
