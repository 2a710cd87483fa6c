import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { reloadQueries } from "./reload-queries.ts";

function deferResponse<T>() {
  let respond: (value: T) => void = () => {};
  const response = new Promise<T>((resolve) => {
    respond = resolve;
  });
  return { response, respond };
}

test("a change during a list's first load shows once the list has loaded again", async () => {
  const client = new QueryClient();
  const first = deferResponse<string>();
  const second = deferResponse<string>();
  const responses = [first.response, second.response];
  const observer = new QueryObserver(client, { queryKey: ["list"], queryFn: () => responses.shift() ?? "" });
  const stop = observer.subscribe(() => {});

  const invalidated = reloadQueries(client, ["list"]);
  first.respond("before the change");
  second.respond("after the change");
  await invalidated;

  expect(client.getQueryData(["list"])).toBe("after the change");
  expect(responses).toEqual([]);
  stop();
});

test("a change loads a list again that has loaded before", async () => {
  const client = new QueryClient();
  let loads = 0;
  const observer = new QueryObserver(client, { queryKey: ["list"], queryFn: () => (loads += 1) });
  const stop = observer.subscribe(() => {});
  await vi.waitFor(() => expect(loads).toBe(1));
  await reloadQueries(client, ["list"]);
  expect(loads).toBe(2);
  await reloadQueries(client, ["other"]);
  expect(loads).toBe(2);
  stop();
});
