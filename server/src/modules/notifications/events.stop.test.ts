import { NotificationStreamEvent, Problem } from "@stoa/contract";
import { pino } from "pino";
import { expect, test } from "vitest";
import { useTestDatabase } from "../../../../tests/harness/database.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { createHttpServer } from "../../platform/http/http-server.ts";
import { createMount } from "../../platform/http/mount.ts";
import { startJobs } from "../../platform/jobs/job.ts";
import { Shutdown } from "../../platform/shutdown.ts";
import { someAccount } from "../catalog/catalog.fixture.ts";
import { createNotifications } from "./index.ts";
import { openStream, tell } from "./notifications.fixture.ts";

const database = useTestDatabase();

test("ends streams after their last event when the server stops, and refuses new streams with 503", async () => {
  const { db, url: databaseUrl } = database();
  const log = pino({ level: "silent" });
  const person = await someAccount(db);
  const known = (): Caller => person;
  const notifications = createNotifications({ db, databaseUrl, serviceTitle: (name) => name, log });
  const jobs = new Shutdown();
  await startJobs(notifications.jobs, log, jobs);
  const app = createHttpServer({ log });
  await app.register(
    async (api) => notifications.routes(createMount(api, { bySession: known, byApiKey: known })),
    { prefix: "/api/v1" },
  );
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  const stream = await openStream(url, "token");
  await stream.next();
  await tell(db, person.accountId);
  await stream.next();
  const { id, data } = await stream.next();
  expect(NotificationStreamEvent.unread.parse(data)).toEqual({ unread: 1 });

  await jobs.run();
  await expect(stream.next()).rejects.toThrow("the stream has ended");
  const { response } = await openStream(url, "token", id);
  expect(response.status).toBe(503);
  expect(response.headers.get("retry-after")).toBe("2");
  expect(Problem.parse(await response.json()).error).toBe("at_capacity");
  await app.close();
});
