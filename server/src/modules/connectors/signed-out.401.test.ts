import { connectorRoutes, TEXTS } from "@stoa/contract";
import { expect, test } from "vitest";
import { useConnectorsServer } from "./connectors-server.fixture.ts";

const server = useConnectorsServer();
const { list, services, add, update, remove, test: testRoute } = connectorRoutes;

test.each([list, services, add, update, remove, testRoute])(
  "$method $path returns 401 without a session",
  async (route) => {
    const path = route.path.replace(":id", "con_00000000000000000000000000000000");
    const json = route.method === "GET" ? {} : { json: {} };
    const answer = await server().client.call(route.method, `/api/v1${path}`, json);
    expect(answer.status).toBe(401);
    expect(answer.body).toMatchObject({ error: "unauthorized", detail: TEXTS.account.unauthorized });
  },
);
