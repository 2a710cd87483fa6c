import { Connector, SupportedService } from "@stoa/contract";
import { expect, test } from "vitest";
import * as z from "zod";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { addConnector, useConnectorsServer } from "./connectors-server.fixture.ts";
import { SUPPORTED_SERVICES } from "./supported-services.ts";

const server = useConnectorsServer();

test.each(["/api/v1/connectors", "/api/v1/connectors/list", "/api/connectors/", "/api/connectors/list"])(
  "%s lists the caller's own connectors, oldest first",
  async (path) => {
    const { client } = server();
    const person = await client.register();
    await addConnector(server(), await client.register());
    const first = await addConnector(server(), person);
    const second = await addConnector(server(), person, { service_name: "slack", api_key: "xoxb-1" });
    const answer = await client.get(path, { token: person.token });
    expect(answer.status).toBe(200);
    expect(parseAnswer(z.array(Connector.strict()), answer)).toEqual([first, second]);
  },
);

test("a user without connectors gets an empty list", async () => {
  const { client } = server();
  const { token } = await client.register();
  expect((await client.get("/api/v1/connectors", { token })).body).toEqual([]);
});

test.each(["/api/v1/connectors/supported-services", "/api/connectors/supported-services"])(
  "%s lists every service with its required fields",
  async (path) => {
    const { client } = server();
    const { token } = await client.register();
    const services = parseAnswer(z.array(SupportedService.strict()), await client.get(path, { token }));
    expect(services.length).toBeGreaterThanOrEqual(20);
    expect(services.map(({ name }) => name)).toEqual(SUPPORTED_SERVICES.map(({ name }) => name));
    expect(services.find(({ name }) => name === "jira")).toMatchObject({
      display_name: "Jira",
      required_fields: ["api_key", "email", "site_url"],
    });
  },
);
