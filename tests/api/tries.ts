import { Problem, SCOPE_TEXTS, TEXTS } from "@stoa/contract";
import { expect } from "vitest";
import { type Answer, type CallOptions, parsed } from "../harness/client.ts";
import { type Ask, credentialFor, type Row, sendTo } from "./row.ts";
import type { World } from "./world.ts";

/** Tests one row at one of its addresses. */
interface Place {
  world: World;
  row: Row;
  method: string;
  path: string;
}

type Try = (place: Place) => Promise<void>;

/** Expects a failure in the form that all failures share. */
function expectProblem(answer: Answer, status: number, error: string): Problem {
  expect(answer.headers.get("content-type")).toContain("application/problem+json");
  const problem = parsed(Problem, answer);
  expect(problem).toMatchObject({ status, error });
  expect(answer.status).toBe(status);
  expect(problem.request_id).toBe(answer.headers.get("x-request-id"));
  return problem;
}

/** Credentials that grant nothing, and the error for each. Scopes have their own test. */
function wrongCredentials(
  { auth }: Row["route"],
  { caller }: World,
): [name: string, options: CallOptions, detail: string][] {
  if (auth === "session")
    return [
      ["no token", {}, TEXTS.account.unauthorized],
      ["a token that nobody has", { token: "0".repeat(43) }, TEXTS.account.unauthorized],
      ["a token that is none", { headers: { authorization: "Basic eDp5" } }, TEXTS.account.unauthorized],
      ["a key that nobody has", { token: `${caller.key.slice(0, -1)}?` }, SCOPE_TEXTS.invalidKey],
    ];
  return [
    ["no key", {}, SCOPE_TEXTS.keyNeeded],
    ["a key that nobody has", { key: `${caller.key.slice(0, -1)}?` }, SCOPE_TEXTS.invalidKey],
    ["a session", { key: caller.token }, SCOPE_TEXTS.invalidKey],
    ["a session as a bearer", { token: caller.token }, SCOPE_TEXTS.keyNeeded],
  ];
}

const goodAsk = async ({ row, world }: Place): Promise<Ask> => (await row.ask?.(world)) ?? {};

const good = ({ row, world }: Place): CallOptions => credentialFor(row.route, world[row.by ?? "caller"]);

const send = ({ world, method, path }: Place, ask: Ask, options: CallOptions): Promise<Answer> =>
  sendTo(world.client, method, path)(ask, options);

const isClosed: Try = async (place) => {
  const { row, world } = place;
  for (const [name, options, detail] of wrongCredentials(row.route, world)) {
    const answer = await send(place, await goodAsk(place), options);
    expect(answer.status, name).toBe(401);
    expect(expectProblem(answer, 401, "unauthorized").detail, name).toBe(detail);
    expect(answer.headers.get("www-authenticate")).toContain("Bearer");
  }
};

const isOpen: Try = async (place) => {
  const { route } = place.row;
  const ask = route.params ? { id: place.world.agent.id } : {};
  const [nobody, wrong] = [await send(place, ask, {}), await send(place, ask, { token: "nonsense" })];
  expect(nobody.status).toBe(200);
  expect(parsed(route.reply, wrong)).toEqual(parsed(route.reply, nobody));
};

const isNotThereForStrangers: Try = async (place) => {
  const stranger = credentialFor(place.row.route, place.world.stranger);
  expectProblem(await send(place, await goodAsk(place), stranger), 404, "not_found");
};

const knowsNothingOfOtherIds: Try = async (place) => {
  for (const id of place.row.unknownIds ?? []) {
    const answer = await send(place, { ...(await goodAsk(place)), id }, good(place));
    expectProblem(answer, 404, "not_found");
  }
};

const namesWhatIsWrong: Try = async (place) => {
  for (const [field, ask] of place.row.bad ?? []) {
    const answer = await send(place, ask(place.world), good(place));
    const { errors } = expectProblem(answer, 400, "invalid_request");
    expect(errors?.[0]?.field, JSON.stringify(answer.body)).toBe(field);
  }
};

const takesJsonAlone: Try = async (place) => {
  const { id = "" } = await goodAsk(place);
  const url = place.path.replace("{id}", String(id));
  const answer = await place.world.client.call(place.method, url, { ...good(place), raw: '{"a":' });
  expectProblem(answer, 400, "malformed_json");
};

/** Runs every test of a row, named by the expected outcome. The first expects success. */
export function triesOf({ route, ...row }: Row): [name: string, go: Try][] {
  const { auth, body, encoding } = route;
  const tries: [name: string, applies: boolean, go: Try][] = [
    [
      "answers what it says it does",
      true,
      ({ world, row: { happy }, method, path }) => happy(world, method, path),
    ],
    ["is closed without its credential", auth === "session" || auth === "key", isClosed],
    ["is open to everybody, with a token that is not good too", auth === "optional", isOpen],
    ["is not there for a stranger", row.isPrivate === true, isNotThereForStrangers],
    [
      "answers that there is nothing where there is nothing",
      row.unknownIds !== undefined,
      knowsNothingOfOtherIds,
    ],
    ["refuses what is wrong and names it", row.bad !== undefined, namesWhatIsWrong],
    ["refuses a body that is no JSON", body !== undefined && encoding !== "multipart", takesJsonAlone],
  ];
  return tries.flatMap(([name, applies, go]) => (applies ? [[name, go]] : []));
}
