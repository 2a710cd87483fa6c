import * as z from "zod";
import { defineRoute, type RouteAuth } from "./routes.ts";
import {
  CreateScheduleRequest,
  Schedule,
  ScheduleHistory,
  ScheduleList,
  ScheduleTime,
  UpdateScheduleRequest,
} from "./schedules.ts";
import { createEntryCursor, Ok, pageQuery } from "./values.ts";

const ScheduleId = z.string().regex(/^sch_[0-9a-f]{32}$/, "This is not a valid schedule ID");
const byId = z.object({ id: ScheduleId });

const tag = "Schedules";

/** Returns the routes that list and create schedules. */
function defineListRoutes(base: string, auth: RouteAuth) {
  return {
    list: defineRoute({
      method: "GET",
      path: base,
      auth,
      scope: "read",
      tag,
      summary: "List schedules",
      query: z.object({ limit: pageQuery.limit, cursor: createEntryCursor("sch") }),
      status: 200,
      reply: ScheduleList,
      fails: [401],
    }),
    create: defineRoute({
      method: "POST",
      path: base,
      auth,
      scope: "run",
      tag,
      summary: "Create a schedule",
      body: CreateScheduleRequest,
      status: 201,
      reply: Schedule,
      fails: [401, 403, 404, 413],
    }),
  } as const;
}

/** Returns the routes that read, change and delete one schedule. */
function defineEntryRoutes(base: string, auth: RouteAuth) {
  return {
    get: defineRoute({
      method: "GET",
      path: `${base}/:id`,
      auth,
      scope: "read",
      tag,
      summary: "Get a schedule",
      params: byId,
      status: 200,
      reply: Schedule,
      fails: [401, 404],
    }),
    update: defineRoute({
      method: "PUT",
      path: `${base}/:id`,
      auth,
      scope: "run",
      tag,
      summary: "Update a schedule",
      params: byId,
      body: UpdateScheduleRequest,
      status: 200,
      reply: Schedule,
      fails: [401, 403, 404, 413],
    }),
    remove: defineRoute({
      method: "DELETE",
      path: `${base}/:id`,
      auth,
      scope: "run",
      tag,
      summary: "Delete a schedule",
      params: byId,
      status: 200,
      reply: Ok,
      fails: [401, 404],
    }),
  } as const;
}

/** Returns the routes that decide when a schedule runs, and show when it ran. */
function defineTimingRoutes(base: string, auth: RouteAuth) {
  return {
    pause: defineRoute({
      method: "POST",
      path: `${base}/:id/pause`,
      auth,
      scope: "run",
      tag,
      summary: "Pause a schedule",
      params: byId,
      status: 200,
      reply: Schedule,
      fails: [401, 404],
    }),
    resume: defineRoute({
      method: "POST",
      path: `${base}/:id/resume`,
      auth,
      scope: "run",
      tag,
      summary: "Resume a schedule",
      params: byId,
      status: 200,
      reply: Schedule,
      fails: [401, 403, 404, 409],
    }),
    run: defineRoute({
      method: "POST",
      path: `${base}/:id/run`,
      auth,
      scope: "run",
      tag,
      summary: "Run a schedule now",
      params: byId,
      status: 201,
      reply: ScheduleTime,
      fails: [401, 402, 403, 404, 409, 503],
      counts: "runs",
    }),
    history: defineRoute({
      method: "GET",
      path: `${base}/:id/runs`,
      auth,
      scope: "read",
      tag,
      summary: "List a schedule's history",
      params: byId,
      query: z.object({
        limit: pageQuery.limit,
        cursor: createEntryCursor("stm"),
      }),
      status: 200,
      reply: ScheduleHistory,
      fails: [401, 404],
    }),
  } as const;
}

/**
 * Returns all routes of schedules. They are the same for sessions and for API keys, but a key sees only the schedules
 * that it has created.
 */
function defineScheduleRoutes(base: string, auth: RouteAuth) {
  return {
    ...defineListRoutes(base, auth),
    ...defineEntryRoutes(base, auth),
    ...defineTimingRoutes(base, auth),
  } as const;
}

export const scheduleRoutes = defineScheduleRoutes("/schedules", "session");
export const sdkScheduleRoutes = defineScheduleRoutes("/sdk/schedules", "key");
