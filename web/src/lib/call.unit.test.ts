import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { call, getPath } from "./call.ts";

const fetched = vi.fn<(path: string, init: RequestInit) => Promise<Response>>();

beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal("fetch", fetched);
  vi.stubGlobal("localStorage", { getItem: () => "token" });
});

afterEach(() => vi.unstubAllGlobals());

it("fills in path parameters and omits empty query values", async () => {
  const query = { limit: 5, cursor: "" };
  expect(await getPath("versions.list", { params: { id: 7 }, query })).toBe("/agents/7/versions?limit=5");
});

it("sends the route's method, token and JSON body", async () => {
  fetched.mockResolvedValue(Response.json({ shared: true }));
  await call("traces.share", { params: { id: "run 1" }, body: { shared: true } });
  const [path, init] = fetched.mock.calls[0] ?? [];
  expect(path).toBe("/api/v1/execute/runs/run%201/share");
  expect(init).toMatchObject({ method: "PUT", body: '{"shared":true}' });
  const headers = new Headers(init?.headers);
  expect(headers.get("content-type")).toBe("application/json");
  expect(headers.get("authorization")).toBe("Bearer token");
});

it("sends no token to a public route", async () => {
  fetched.mockResolvedValue(Response.json({ models: [] }));
  await call("system.models").catch(() => undefined);
  expect(new Headers(fetched.mock.calls[0]?.[1].headers).has("authorization")).toBe(false);
});

it("rejects a reply that does not match the schema of its route", async () => {
  fetched.mockResolvedValue(Response.json({ shared: "perhaps" }));
  await expect(call("traces.share", { params: { id: "r" }, body: { shared: true } })).rejects.toThrow(
    "shared",
  );
});
