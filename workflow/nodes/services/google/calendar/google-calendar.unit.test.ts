import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../model/item.ts";
import { runNode } from "../../../../testing/run-node.ts";
import { createScriptedService, type ServiceReply } from "../../scripted-service.fixture.ts";
import { googleCalendar } from "./google-calendar.ts";

const CALENDAR = { __rl: true, mode: "list", value: "ann@x.test" };
const EVENTS = "/calendar/v3/calendars/ann%40x.test/events";
const EVENT = { kind: "calendar#event", id: "e1", status: "confirmed", summary: "Tea" };

async function runCalendar(
  version: number,
  parameters: JsonObject,
  replies: readonly ServiceReply[],
  timezone = "UTC",
) {
  const { gateway, requests } = createScriptedService(replies);
  const result = await runNode({
    type: googleCalendar,
    version,
    parameters: { calendar: CALENDAR, ...parameters },
    items: [{ n: 1 }],
    services: { gateway },
    timezone,
  });
  return { ...result, requests };
}

describe("An event", () => {
  test("is created with the given fields", async () => {
    const parameters = {
      start: "2026-03-02T09:00:00",
      end: "2026-03-02 10:00",
      useDefaultReminders: false,
      remindersUi: { remindersValues: [{ method: "popup", minutes: 10 }] },
      additionalFields: {
        summary: "={{ 'Tea ' + $json.n }}",
        location: "Staffroom",
        showMeAs: "transparent",
        attendees: ["bo@x.test, cy@x.test"],
        repeatFrecuency: "Daily",
        repeatHowManyTimes: 3,
        sendUpdates: "all",
      },
    };
    const { outputs, requests } = await runCalendar(1.1, parameters, [{ body: EVENT }], "Europe/Oslo");
    expect(outputs).toEqual([[EVENT]]);
    expect(requests[0]).toMatchObject({
      service: "google",
      method: "POST",
      path: EVENTS,
      query: { sendUpdates: "all" },
    });
    expect(requests[0]?.body).toEqual({
      start: { dateTime: "2026-03-02T08:00:00Z", timeZone: "Europe/Oslo" },
      end: { dateTime: "2026-03-02T09:00:00Z", timeZone: "Europe/Oslo" },
      summary: "Tea 1",
      location: "Staffroom",
      transparency: "transparent",
      attendees: [{ email: "bo@x.test" }, { email: "cy@x.test" }],
      recurrence: ["RRULE:FREQ=DAILY;COUNT=3"],
      reminders: { useDefault: false, overrides: [{ method: "popup", minutes: 10 }] },
    });
  });

  test("can last all day", async () => {
    const { requests } = await runCalendar(
      1.3,
      { start: "2026-03-02T09:00:00Z", end: "2026-03-03", additionalFields: { allday: "yes" } },
      [{ body: EVENT }],
    );
    expect(requests[0]?.body).toEqual({ start: { date: "2026-03-02" }, end: { date: "2026-03-03" } });
  });

  test("can have a video conference", async () => {
    const additionalFields = {
      conferenceDataUi: { conferenceDataValues: { conferenceSolution: "hangoutsMeet" } },
    };
    const { requests } = await runCalendar(
      1.3,
      { start: "2026-03-02", end: "2026-03-03", additionalFields },
      [{ body: EVENT }],
    );
    expect(requests[0]).toMatchObject({
      query: { conferenceDataVersion: "1" },
      body: { conferenceData: { createRequest: { conferenceSolutionKey: { type: "hangoutsMeet" } } } },
    });
  });

  test("starts now and lasts an hour by default from version 1.3 on", async () => {
    const { requests } = await runCalendar(1.3, { additionalFields: {} }, [{ body: EVENT }]);
    const [body] = requests.map((call) => call.body as Record<"start" | "end", { dateTime: string }>);
    const [start, end] = [body?.start, body?.end].map((time) => Date.parse(time?.dateTime ?? ""));
    expect(Math.abs((start ?? 0) - Date.now())).toBeLessThan(60_000);
    expect(Math.round(((end ?? 0) - (start ?? 0)) / 60_000)).toBe(60);
  });

  test("keeps all fields that an update does not set", async () => {
    const { outputs, requests } = await runCalendar(
      1.1,
      {
        operation: "update",
        eventId: "e1",
        updateFields: { attendees: ["Bo <bo@x.test>"], description: "New" },
      },
      [{ body: EVENT }],
    );
    expect(outputs).toEqual([[EVENT]]);
    expect(requests[0]).toMatchObject({ method: "PATCH", path: `${EVENTS}/e1` });
    expect(requests[0]?.body).toEqual({ description: "New", attendees: [{ email: "Bo <bo@x.test>" }] });
  });

  test.each<[mode: JsonObject, attendees: JsonObject[]]>([
    [{}, [{ email: "ann@x.test", responseStatus: "accepted" }, { email: "bo@x.test" }]],
    [{ mode: "replace" }, [{ email: "bo@x.test" }]],
  ])("keeps or replaces its attendees: %j", async (mode, attendees) => {
    const updateFields = { attendeesUi: { values: { ...mode, attendees: ["bo@x.test"] } } };
    const present = { ...EVENT, attendees: [{ email: "ann@x.test", responseStatus: "accepted" }] };
    const { requests } = await runCalendar(
      1.3,
      { operation: "update", eventId: "e1", updateFields },
      mode.mode ? [{ body: EVENT }] : [{ body: present }, { body: EVENT }],
    );
    expect(requests.at(-1)?.body).toEqual({ attendees });
  });

  test("is returned by ID", async () => {
    const { outputs, requests } = await runCalendar(
      1.1,
      {
        operation: "get",
        eventId: "e1",
        options: { timeZone: { __rl: true, mode: "list", value: "Asia/Kolkata" } },
      },
      [{ body: EVENT }],
    );
    expect(outputs).toEqual([[EVENT]]);
    expect(requests[0]).toMatchObject({
      method: "GET",
      path: `${EVENTS}/e1`,
      query: { timeZone: "Asia/Kolkata" },
    });
  });

  test("is deleted", async () => {
    const { outputs, requests } = await runCalendar(
      1.3,
      { operation: "delete", eventId: "e1", options: { sendUpdates: "none" } },
      [{ status: 204 }],
    );
    expect(outputs).toEqual([[{ success: true }]]);
    expect(requests[0]).toMatchObject({
      method: "DELETE",
      path: `${EVENTS}/e1`,
      query: { sendUpdates: "none" },
    });
  });

  test("is listed within a time range, page by page", async () => {
    const parameters = {
      operation: "getAll",
      returnAll: true,
      timeMin: "2026-03-02 09:00:00",
      timeMax: "2026-03-02T18:00:00+01:00",
      options: {},
    };
    const { outputs, requests } = await runCalendar(1.3, parameters, [
      { body: { items: [{ id: "e1" }], nextPageToken: "more" } },
      { body: { items: [{ id: "e2" }] } },
    ]);
    expect(outputs).toEqual([[{ id: "e1" }, { id: "e2" }]]);
    expect(requests.map(({ query }) => query)).toEqual([
      {
        timeMin: "2026-03-02T09:00:00Z",
        timeMax: "2026-03-02T17:00:00Z",
        singleEvents: "true",
        maxResults: "2500",
      },
      {
        timeMin: "2026-03-02T09:00:00Z",
        timeMax: "2026-03-02T17:00:00Z",
        singleEvents: "true",
        maxResults: "2500",
        pageToken: "more",
      },
    ]);
  });

  test("is listed in version 1", async () => {
    const options = { timeMin: "2026-03-02", singleEvents: true, orderBy: "startTime", query: "tea" };
    const { requests } = await runCalendar(1, { operation: "getAll", limit: 5, options }, [
      { body: { items: [] } },
    ]);
    expect(requests[0]?.query).toEqual({
      timeMin: "2026-03-02T00:00:00Z",
      singleEvents: "true",
      orderBy: "startTime",
      q: "tea",
      maxResults: "5",
    });
  });

  test("is listed once per series if `recurringEventHandling` is `next`", async () => {
    const items = [{ id: "a1", recurringEventId: "a" }, { id: "b" }, { id: "a2", recurringEventId: "a" }];
    const { outputs } = await runCalendar(
      1.3,
      { operation: "getAll", options: { recurringEventHandling: "next" } },
      [{ body: { items } }],
    );
    expect(outputs[0]?.map(({ id }) => id)).toEqual(["a1", "b"]);
  });

  test.each<[parameters: JsonObject, message: string, field: string]>([
    [
      { calendar: { __rl: true, mode: "list", value: "" } },
      "No calendar is set. Choose one or enter its ID",
      "calendar",
    ],
    [{ operation: "get" }, "No event is set. Enter the ID of an event", "eventId"],
    [{ start: "soon", end: "" }, "'soon' isn't a valid date and time", "start"],
  ])("is refused with %j", async (parameters, message, field) => {
    expect((await runCalendar(1.3, parameters, [{ body: EVENT }])).error).toMatchObject({ message, field });
  });
});

describe("The availability of a calendar", () => {
  const busy = [{ start: "2026-03-02T09:00:00Z", end: "2026-03-02T10:00:00Z" }];
  const answer = { timeMin: "a", calendars: { "ann@x.test": { busy } } };
  const span = { resource: "calendar", timeMin: "2026-03-02 09:00:00", timeMax: "2026-03-02 18:00:00" };

  test.each<[options: JsonObject, calendars: JsonObject, output: JsonObject[]]>([
    [{}, answer.calendars, [{ available: false }]],
    [{ outputFormat: "availability" }, { "ann@x.test": { busy: [] } }, [{ available: true }]],
    [{ outputFormat: "bookedSlots" }, answer.calendars, busy],
    [{ outputFormat: "raw" }, answer.calendars, [{ timeMin: "a", calendars: answer.calendars }]],
  ])("is returned as %j", async (options, calendars, output) => {
    expect(
      (await runCalendar(1.3, { ...span, options }, [{ body: { timeMin: "a", calendars } }])).outputs,
    ).toEqual([output]);
  });

  test("uses the selected time zone", async () => {
    const options = { timezone: { __rl: true, mode: "list", value: "Asia/Kolkata" } };
    const { requests } = await runCalendar(1.3, { ...span, options }, [{ body: answer }]);
    expect(requests[0]).toMatchObject({
      method: "POST",
      path: "/calendar/v3/freeBusy",
      body: {
        timeMin: "2026-03-02T03:30:00Z",
        timeMax: "2026-03-02T12:30:00Z",
        items: [{ id: "ann@x.test" }],
        timeZone: "Asia/Kolkata",
      },
    });
  });
});
