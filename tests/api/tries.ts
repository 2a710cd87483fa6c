import { Problem, SCOPE_TEXTS, TEXTS } from "@stoa/contract";
import { expect } from "vitest";
import { type Answer, type CallOptions, parseAnswer } from "../harness/client.ts";
import { type Ask, getCredential, type Row, sendTo } from "./row.ts";
import type { World } from "./world.ts";

/** A row and one of the paths at which it is tested. */
interface Place {
  world: World;
  row: Row;
  method: string;
  path: string;
}

type Check = (place: Place) => Promise<void>;

/** Expects a failure in the form that all failures share. */
function expectProblem(answer: Answer, status: number, error: string): Problem {
  expect(answer.headers.get("content-type")).toContain("application/problem+json");
  const problem = parseAnswer(Problem, answer);
  expect(problem).toMatchObject({ status, error });
  expect(answer.status).toBe(status);
  expect(problem.request_id).toBe(answer.headers.get("x-request-id"));
  return problem;
}

/** Returns credentials that grant no access, each with the expected error. Scopes have their own test. */
function getWrongCredentials(
  { auth }: Row["route"],
  { caller }: World,
): [name: string, options: CallOptions, detail: string][] {
  if (auth === "session")
    return [
      ["no token", {}, TEXTS.account.unauthorized],
      ["an unknown token", { token: "0".repeat(43) }, TEXTS.account.unauthorized],
      ["a malformed token", { headers: { authorization: "Basic eDp5" } }, TEXTS.account.unauthorized],
      ["an unknown key", { token: `${caller.key.slice(0, -1)}?` }, SCOPE_TEXTS.invalidKey],
    ];
  return [
    ["no key", {}, SCOPE_TEXTS.keyNeeded],
    ["an unknown key", { key: `${caller.key.slice(0, -1)}?` }, SCOPE_TEXTS.invalidKey],
    ["a session", { key: caller.token }, SCOPE_TEXTS.invalidKey],
    ["a session as a bearer token", { token: caller.token }, SCOPE_TEXTS.keyNeeded],
  ];
}

const createRequest = async ({ row, world }: Place): Promise<Ask> => (await row.ask?.(world)) ?? {};

const getCallOptions = ({ row, world }: Place): CallOptions =>
  getCredential(row.route, world[row.by ?? "caller"]);

const send = ({ world, method, path }: Place, ask: Ask, options: CallOptions): Promise<Answer> =>
  sendTo(world.client, method, path)(ask, options);

const expectClosed: Check = async (place) => {
  const { row, world } = place;
  for (const [name, options, detail] of getWrongCredentials(row.route, world)) {
    const answer = await send(place, await createRequest(place), options);
    expect(answer.status, name).toBe(401);
    expect(expectProblem(answer, 401, "unauthorized").detail, name).toBe(detail);
    expect(answer.headers.get("www-authenticate")).toContain("Bearer");
  }
};

const expectOpen: Check = async (place) => {
  const { route } = place.row;
  const ask = route.params ? { id: place.world.agent.id } : {};
  const [anonymous, wrong] = [await send(place, ask, {}), await send(place, ask, { token: "nonsense" })];
  expect(anonymous.status).toBe(200);
  expect(parseAnswer(route.reply, wrong)).toEqual(parseAnswer(route.reply, anonymous));
};

const expectHiddenFromStrangers: Check = async (place) => {
  const stranger = getCredential(place.row.route, place.world.stranger);
  expectProblem(await send(place, await createRequest(place), stranger), 404, "not_found");
};

const expectUnknownIds: Check = async (place) => {
  for (const id of place.row.unknownIds ?? []) {
    const answer = await send(place, { ...(await createRequest(place)), id }, getCallOptions(place));
    expectProblem(answer, 404, "not_found");
  }
};

const expectNamedFields: Check = async (place) => {
  for (const [field, ask] of place.row.bad ?? []) {
    const answer = await send(place, ask(place.world), getCallOptions(place));
    const { errors } = expectProblem(answer, 400, "invalid_request");
    expect(errors?.[0]?.field, JSON.stringify(answer.body)).toBe(field);
  }
};

const expectOnlyJson: Check = async (place) => {
  const { id = "" } = await createRequest(place);
  const url = place.path.replace("{id}", String(id));
  const answer = await place.world.client.call(place.method, url, { ...getCallOptions(place), raw: '{"a":' });
  expectProblem(answer, 400, "malformed_json");
};

/** Returns the tests of a row, named after the expected outcome. The first test expects success. */
export function listTries({ route, ...row }: Row): [name: string, go: Check][] {
  const { auth, body, encoding } = route;
  const tries: [name: string, applies: boolean, go: Check][] = [
    [
      "returns a reply that matches the contract",
      true,
      ({ world, row: { callSuccessfully }, method, path }) => callSuccessfully(world, method, path),
    ],
    ["returns 401 without its credential", auth === "session" || auth === "key", expectClosed],
    ["accepts everyone, even with an invalid token", auth === "optional", expectOpen],
    ["returns 404 to another account", row.isPrivate === true, expectHiddenFromStrangers],
    ["returns 404 for unknown ids", row.unknownIds !== undefined, expectUnknownIds],
    ["refuses invalid fields and names them", row.bad !== undefined, expectNamedFields],
    ["refuses a body that is not JSON", body !== undefined && encoding !== "multipart", expectOnlyJson],
  ];
  return tries.flatMap(([name, applies, go]) => (applies ? [[name, go]] : []));
}
