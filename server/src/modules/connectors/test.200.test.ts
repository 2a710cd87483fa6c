import { ConnectorTestReply } from "@stoa/contract";
import { expect, test } from "vitest";
import { type Person, parseAnswer } from "../../../../tests/harness/client.ts";
import { addConnector, addGitLab, useConnectorsServer } from "./connectors-server.fixture.ts";

const server = useConnectorsServer();

async function tryIt(person: Person, id: string, version = "/v1") {
  const answer = await server().client.post(`/api${version}/connectors/${id}/test`, undefined, {
    token: person.token,
  });
  expect(answer.status).toBe(200);
  return parseAnswer(ConnectorTestReply.strict(), answer);
}

test.each(["/v1", ""])(
  "a connection test through /api%s succeeds if the service accepts the credential",
  async (version) => {
    const person = await server().client.register();
    const { id } = await addGitLab(server(), person, "glpat-good");
    server().service.requests.length = 0;
    server().service.answer(({ headers }) => ({
      status: headers["private-token"] === "glpat-good" ? 200 : 401,
    }));
    expect(await tryIt(person, id, version)).toEqual({
      success: true,
      service: "gitlab",
      message: "The credential works.",
    });
    expect(server().service.requests.map(({ path }) => path)).toEqual(["/api/v4/user"]);
  },
);

test("a connection test fails with a message if the service refuses the credential", async () => {
  const person = await server().client.register();
  const { id } = await addGitLab(server(), person, "glpat-bad");
  server().service.answer(() => ({ status: 401, body: { message: "glpat-bad is wrong" } }));
  expect(await tryIt(person, id)).toEqual({
    success: false,
    service: "gitlab",
    message: "The service refused the credential (HTTP 401).",
  });
});

test("a connection test does not count as usage, and works for an inactive connector", async () => {
  const { client, service } = server();
  const person = await client.register();
  const { id } = await addGitLab(server(), person);
  await client.put(`/api/v1/connectors/${id}`, { is_active: false }, { token: person.token });
  service.answer(() => ({ status: 200 }));
  expect((await tryIt(person, id)).success).toBe(true);
  expect((await client.get("/api/v1/connectors", { token: person.token })).body).toMatchObject([
    { current_usage: 0, is_active: false },
  ]);
});

test("a connection test of a server with an untrusted certificate fails, and the message hides the IP address", async () => {
  const person = await server().client.register();
  const { id } = await addConnector(server(), person, {
    service_name: "gitlab",
    api_key: "x",
    service_config: { base_url: `https://other.example.com:${server().service.port}` },
  });
  const { success, message } = await tryIt(person, id);
  expect(success).toBe(false);
  expect(message).toMatch(/^Could not reach the service\. /);
  expect(message).not.toMatch(/127\.0\.0\.1/);
});
