import { Problem, TEXTS } from "@stoa/contract";
import { describe, expect, test } from "vitest";
import { type Answer, type CallOptions, parsed } from "../harness/client.ts";
import { type Ask, credentialFor, type Row, sendTo } from "./row.ts";
import { addressesOf, type RowName } from "./section-7.ts";
import { TABLE } from "./table.ts";
import type { World } from "./world.ts";

/** A failure in the form of every failure (reading 30). */
function expectProblem(answer: Answer, status: number, error: string): Problem {
  expect(answer.headers.get("content-type")).toContain("application/problem+json");
  const problem = parsed(Problem, answer);
  expect(problem).toMatchObject({ status, error });
  expect(answer.status).toBe(status);
  expect(problem.request_id).toBe(answer.headers.get("x-request-id"));
  return problem;
}

/** Credentials that do not open a route: none, one that nobody has, and the caller's other one (reading 3). */
function wrongCredentials({ auth }: Row["route"], { caller }: World): [name: string, CallOptions][] {
  if (auth === "session")
    return [
      ["no token", {}],
      ["a token that nobody has", { token: "0".repeat(43) }],
      ["a token that is none", { headers: { authorization: "Basic eDp5" } }],
      ["an API key", { token: caller.key }],
      ["an API key in its header", { key: caller.key }],
    ];
  return [
    ["no key", {}],
    ["a key that nobody has", { key: `${caller.key.slice(0, -1)}?` }],
    ["a session", { key: caller.token }],
    ["a session as a bearer", { token: caller.token }],
  ];
}

function askOf(row: Row, world: World): Ask | Promise<Ask> {
  return row.ask?.(world) ?? {};
}

/** Tries a row of section 7 at one of its addresses. */
function tryAt(world: () => World, row: Row, method: string, path: string): void {
  const { route, bad = [], unknownIds = [] } = row;
  const send = (ask: Ask, options: CallOptions) => sendTo(world().client, method, path)(ask, options);
  const good = () => credentialFor(route, world()[row.by ?? "caller"]);

  test("answers what it says it does", () => row.happy(world(), method, path));

  if (route.auth === "session" || route.auth === "key")
    test("is closed without its credential", async () => {
      for (const [name, options] of wrongCredentials(route, world())) {
        const answer = await send(await askOf(row, world()), options);
        expect(answer.status, name).toBe(401);
        expect(expectProblem(answer, 401, "unauthorized").detail).toBe(TEXTS.account.unauthorized);
        expect(answer.headers.get("www-authenticate")).toContain("Bearer");
      }
    });

  if (route.auth === "optional")
    test("is open to everybody, with a token that is not good too", async () => {
      const ask = route.params ? { id: world().agent.id } : {};
      const [nobody, wrong] = [await send(ask, {}), await send(ask, { token: "nonsense" })];
      expect(nobody.status).toBe(200);
      expect(parsed(route.reply, wrong)).toEqual(parsed(route.reply, nobody));
    });

  if (row.isPrivate)
    test("is not there for a stranger", async () => {
      const answer = await send(await askOf(row, world()), credentialFor(route, world().stranger));
      expectProblem(answer, 404, "not_found");
    });

  if (unknownIds.length > 0)
    test("answers that there is nothing where there is nothing", async () => {
      for (const id of unknownIds) {
        const answer = await send({ ...(await askOf(row, world())), id }, good());
        expectProblem(answer, 404, "not_found");
      }
    });

  if (bad.length > 0)
    test("refuses what is wrong and names it", async () => {
      for (const [field, ask] of bad) {
        const answer = await send(ask(world()), good());
        const { errors } = expectProblem(answer, 400, "invalid_request");
        expect(errors?.[0]?.field, JSON.stringify(answer.body)).toBe(field);
      }
    });

  if (route.body && route.encoding !== "multipart")
    test("refuses a body that is no JSON", async () => {
      const ask = await askOf(row, world());
      const url = path.replace("{id}", String(ask.id ?? ""));
      const answer = await world().client.call(method, url, { ...good(), raw: '{"a":' });
      expectProblem(answer, 400, "malformed_json");
    });
}

/** Tries rows of section 7, each at so many of its addresses. */
export function tryEveryCall(world: () => World, rows: readonly RowName[], addresses: 1 | 2): void {
  for (const name of rows) {
    const { method, paths } = addressesOf(name);
    for (const path of paths.slice(0, addresses))
      describe(`${method} ${path}`, () => tryAt(world, TABLE[name], method, path));
  }
}
