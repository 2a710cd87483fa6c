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
import { entryCursor, Ok, pageQuery } from "./values.ts";

const ScheduleId = z.string().regex(/^sch_[0-9a-f]{32}$/, "This is not the id of a schedule");
const byId = z.object({ id: ScheduleId });

/** Returns the same routes for sessions and for API keys. A key sees only the schedules that it has created. */
function routesAt<const Base extends string>(base: Base, auth: RouteAuth) {
  const tag = "Schedules";
  return {
    list: defineRoute({
      method: "GET",
      path: base,
      auth,
      scope: "read",
      tag,
      summary: "List schedules",
      query: z.object({ limit: pageQuery.limit, cursor: entryCursor("sch") }),
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
        cursor: entryCursor("stm"),
      }),
      status: 200,
      reply: ScheduleHistory,
      fails: [401, 404],
    }),
  } as const;
}

export const scheduleRoutes = routesAt("/schedules", "session");
export const sdkScheduleRoutes = routesAt("/sdk/schedules", "key");
