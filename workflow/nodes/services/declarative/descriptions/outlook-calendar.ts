import type { JsonObject } from "../../../../model/item.ts";
import { toText } from "../../../../model/json-text.ts";
import { byNextUrl } from "../paging-styles.ts";
import { type CollectionNames, collection, fields, locator, param } from "../request-fields.ts";
import type { OperationDescription, OperationTable, ReadFields } from "../service-description.ts";
import { getAtPath } from "../value-at-path.ts";
import { getEntries, toList } from "../value-conversions.ts";
import { readSelection } from "./outlook-messages.ts";

const ME = "/v1.0/me";
const BY_NEXT_LINK = byNextUrl("@odata.nextLink", "$top", 100);

const toAttendee = ({ email = "", name, type = "required" }: JsonObject): JsonObject => ({
  type,
  emailAddress: { address: email, ...(name !== undefined && name !== "" && { name }) },
});

const EVENT: CollectionNames = {
  attendees: [
    "attendees",
    (value) => {
      const list = getEntries("values")(value);
      return Array.isArray(list) ? list.map((each) => toAttendee(each as JsonObject)) : undefined;
    },
  ],
  body: ["body", (content) => ({ content, contentType: "html" })],
  categories: ["categories", toList],
  end: null,
  location: ["location", (displayName) => ({ displayName })],
  start: null,
  timeZone: null,
};

/** Reads an event. Its times are in the zone that the node names, otherwise in UTC. */
const readEvent =
  (path: string, start: string, end: string): ReadFields =>
  (context, itemIndex) => {
    const timeZone = context.text(`${path}.timeZone`, itemIndex, "UTC");
    const toTime = (name: string) => {
      const dateTime = toText(context.parameter(name, itemIndex));
      return dateTime === "" ? undefined : { dateTime, timeZone };
    };
    return {
      ...fields({ subject: param("subject"), start: () => toTime(start), end: () => toTime(end) })(
        context,
        itemIndex,
      ),
      ...fields(collection(path, EVENT))(context, itemIndex),
    };
  };

const SIMPLE_EVENT = ["id", "subject", "bodyPreview", "start", "end", "organizer", "attendees", "webLink"];

/** Simplifies an event, if the node asks for it. */
const simplifyEvent: NonNullable<OperationDescription["convert"]> = (event, context, itemIndex) => {
  if (context.text("output", itemIndex, "simple") !== "simple") return event;
  const {
    id = "",
    subject = "",
    bodyPreview = "",
    start = null,
    end = null,
    attendees = [],
    webLink = "",
  } = event;
  return {
    id,
    subject,
    bodyPreview,
    start,
    end,
    organizer: getAtPath(event, "organizer.emailAddress") ?? null,
    attendees,
    webLink,
  };
};

const CONTACT: CollectionNames = Object.fromEntries([
  ...["businessPhones", "categories", "children", "homePhones", "imAddresses"].map((name) => [
    name,
    [name, toList],
  ]),
  ...["businessAddress", "homeAddress", "otherAddress"].map((name) => [
    name,
    [name, (value: JsonObject) => getAtPath(value, "values")],
  ]),
  ["emailAddresses", ["emailAddresses", getEntries("values")]],
]) as CollectionNames;

const readContact = (path: string): ReadFields =>
  fields({ givenName: param("givenName"), surname: param("surname") }, collection(path, CONTACT));
const SIMPLE_CONTACT = ["id", "displayName", "emailAddresses", "mobilePhone", "companyName"];

const list = (
  path: string,
  query: ReadFields,
  convert?: OperationDescription["convert"],
): OperationDescription => ({
  method: "GET",
  path,
  query,
  ...(convert && { convert }),
  list: { at: "value", paging: BY_NEXT_LINK, limit: 100 },
});

const FILTER = { $filter: param("filters.custom") };
const EVENT_QUERY = fields(readSelection(SIMPLE_EVENT), FILTER);
const CALENDAR = `${ME}/calendars/{calendarId}`;
const EVENT_PATH = `${ME}/events/{eventId}`;

/** Calendars, events and contacts of Outlook. */
export const OUTLOOK_CALENDAR: OperationTable = {
  "calendar.create": {
    method: "POST",
    path: `${ME}/calendars`,
    body: fields({ name: param("name") }, collection("additionalFields", { calendarGroup: null })),
  },
  "calendar.get": { method: "GET", path: CALENDAR },
  "calendar.getAll": list(`${ME}/calendars`, fields(FILTER)),
  "calendar.update": { method: "PATCH", path: CALENDAR, body: fields(collection("updateFields")) },
  "calendar.delete": { method: "DELETE", path: CALENDAR },
  "event.create": [
    {
      when: (context, itemIndex) => locator("calendarId")(context, itemIndex) !== undefined,
      method: "POST",
      path: `${CALENDAR}/events`,
      body: readEvent("additionalFields", "startDateTime", "endDateTime"),
    },
    {
      method: "POST",
      path: `${ME}/events`,
      body: readEvent("additionalFields", "startDateTime", "endDateTime"),
    },
  ],
  "event.get": {
    method: "GET",
    path: EVENT_PATH,
    query: readSelection(SIMPLE_EVENT),
    convert: simplifyEvent,
  },
  "event.getAll": [
    {
      ...list(`${CALENDAR}/events`, EVENT_QUERY, simplifyEvent),
      when: (context, itemIndex) => !context.flag("fromAllCalendars", itemIndex, true),
      unsupported: ({ parameters }) =>
        parameters.includeRecurringInstances === true
          ? "the option 'Include Recurring Instances' is not supported. Turn it off"
          : undefined,
    },
    list(`${ME}/events`, EVENT_QUERY, simplifyEvent),
  ],
  "event.update": {
    method: "PATCH",
    path: EVENT_PATH,
    body: readEvent("additionalFields", "additionalFields.start", "additionalFields.end"),
  },
  "event.delete": { method: "DELETE", path: EVENT_PATH },
  "contact.create": { method: "POST", path: `${ME}/contacts`, body: readContact("additionalFields") },
  "contact.get": {
    method: "GET",
    path: `${ME}/contacts/{contactId}`,
    query: readSelection(SIMPLE_CONTACT),
  },
  "contact.getAll": list(`${ME}/contacts`, fields(readSelection(SIMPLE_CONTACT), FILTER)),
  "contact.update": {
    method: "PATCH",
    path: `${ME}/contacts/{contactId}`,
    body: readContact("additionalFields"),
  },
  "contact.delete": { method: "DELETE", path: `${ME}/contacts/{contactId}` },
};
