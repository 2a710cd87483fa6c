import { expect, test } from "vitest";
import { addGitLab, useConnectorsServer } from "./connectors-server.fixture.ts";

const server = useConnectorsServer();

test("returns 429 only to this user for the eleventh connection test in a minute, even after reconnecting", async () => {
  const { client, service } = server();
  const person = await client.register();
  service.answer(() => ({ status: 200 }));
  const tested = async ({ token }: typeof person, id: string) =>
    client.post(`/api/v1/connectors/${id}/test`, {}, { token });

  const first = await addGitLab(server(), person);
  for (let n = 0; n < 10; n++) expect((await tested(person, first.id)).status).toBe(200);
  service.requests.length = 0;
  const answer = await tested(person, first.id);
  expect(answer.status).toBe(429);
  expect(answer.body).toHaveProperty("error", "rate_limited");
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);

  await client.call("DELETE", `/api/v1/connectors/${first.id}`, { token: person.token });
  const again = await addGitLab(server(), person);
  expect((await tested(person, again.id)).status).toBe(429);
  expect(service.requests).toEqual([]);

  const other = await client.register();
  expect((await tested(other, (await addGitLab(server(), other)).id)).status).toBe(200);
});
