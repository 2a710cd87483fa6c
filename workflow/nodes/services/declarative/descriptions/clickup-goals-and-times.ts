import { ONE_PAGE } from "../paging-styles.ts";
import { type CollectionNames, collection, entries, fields, param } from "../request-fields.ts";
import type { OperationDescription, OperationTable } from "../service-description.ts";
import { toList, toMilliseconds, toNumber, toNumberList, toSnakeCase } from "../value-conversions.ts";

const remove = (path: string): OperationDescription => ({ method: "DELETE", path });

const GOAL: CollectionNames = {
  addOwners: ["add_owners", toNumberList],
  dueDate: ["due_date", toMilliseconds],
  owners: ["owners", toNumberList],
  removeOwners: ["rem_owners", toNumberList],
};
const ITEM: CollectionNames = { assignee: ["assignee", toNumber] };
const TIME: CollectionNames = {
  assignee: ["assignee", toNumber],
  start: ["start", toMilliseconds],
  tags: ["tags", (value) => toList(value).map((name) => ({ name }))],
  task: "tid",
};

const CHECKLISTS: OperationTable = {
  "checklist.create": {
    method: "POST",
    path: "/v2/task/{task}/checklist",
    body: fields({ name: param("name") }),
    output: "checklist",
  },
  "checklist.update": {
    method: "PUT",
    path: "/v2/checklist/{checklist}",
    body: fields(collection("updateFields")),
  },
  "checklist.delete": remove("/v2/checklist/{checklist}"),
  "checklistItem.create": {
    method: "POST",
    path: "/v2/checklist/{checklist}/checklist_item",
    body: fields({ name: param("name") }, collection("additionalFields", ITEM)),
    output: "checklist",
  },
  "checklistItem.update": {
    method: "PUT",
    path: "/v2/checklist/{checklist}/checklist_item/{checklistItem}",
    body: fields(collection("updateFields", ITEM)),
    output: "checklist",
  },
  "checklistItem.delete": remove("/v2/checklist/{checklist}/checklist_item/{checklistItem}"),
};

const GOALS: OperationTable = {
  "goal.create": {
    method: "POST",
    path: "/v2/team/{team}/goal",
    body: fields({ name: param("name") }, collection("additionalFields", GOAL, toSnakeCase)),
    output: "goal",
  },
  "goal.get": { method: "GET", path: "/v2/goal/{goal}", output: "goal" },
  "goal.getAll": {
    method: "GET",
    path: "/v2/team/{team}/goal",
    list: { at: "goals", paging: ONE_PAGE },
  },
  "goal.update": {
    method: "PUT",
    path: "/v2/goal/{goal}",
    body: fields(collection("updateFields", GOAL, toSnakeCase)),
    output: "goal",
  },
  "goal.delete": remove("/v2/goal/{goal}"),
};

const TAGS: OperationTable = {
  "spaceTag.create": {
    method: "POST",
    path: "/v2/space/{space}/tag",
    body: fields({
      "tag.name": param("name"),
      "tag.tag_bg": param("backgroundColor", undefined, "#000000"),
      "tag.tag_fg": param("foregroundColor", undefined, "#000000"),
    }),
  },
  "spaceTag.getAll": {
    method: "GET",
    path: "/v2/space/{space}/tag",
    list: { at: "tags", paging: ONE_PAGE },
  },
  "spaceTag.update": {
    method: "PUT",
    path: "/v2/space/{space}/tag/{name}",
    body: fields({
      "tag.name": param("newName"),
      "tag.bg_color": param("backgroundColor", undefined, "#000000"),
      "tag.fg_color": param("foregroundColor", undefined, "#000000"),
    }),
  },
  "spaceTag.delete": remove("/v2/space/{space}/tag/{name}"),
};

const TIMES: OperationTable = {
  "timeEntry.create": {
    method: "POST",
    path: "/v2/team/{team}/time_entries",
    body: fields(
      {
        start: param("start", toMilliseconds),
        duration: (context, itemIndex) => context.number("duration", itemIndex, 0) * 60_000,
        tid: param("task"),
      },
      collection("additionalFields", TIME),
    ),
    output: "data",
  },
  "timeEntry.get": {
    method: "GET",
    path: "/v2/team/{team}/time_entries/{timeEntry}",
    output: "data",
  },
  "timeEntry.getAll": {
    method: "GET",
    path: "/v2/team/{team}/time_entries",
    query: fields(
      collection("filters", {
        start_date: ["start_date", toMilliseconds],
        end_date: ["end_date", toMilliseconds],
      }),
    ),
    list: { at: "data", paging: ONE_PAGE, limit: 100 },
  },
  "timeEntry.start": {
    method: "POST",
    path: "/v2/team/{team}/time_entries/start",
    body: fields({ tid: param("task") }, collection("additionalFields", TIME)),
    output: "data",
  },
  "timeEntry.stop": { method: "POST", path: "/v2/team/{team}/time_entries/stop", output: "data" },
  "timeEntry.delete": { ...remove("/v2/team/{team}/time_entries/{timeEntry}"), output: "data" },
  "timeEntryTag.add": {
    method: "POST",
    path: "/v2/team/{team}/time_entries/tags",
    body: fields({
      time_entry_ids: param("timeEntryIds", toList),
      tags: entries("tagsUi.tagsValues"),
    }),
  },
  "timeEntryTag.getAll": {
    method: "GET",
    path: "/v2/team/{team}/time_entries/tags",
    list: { at: "data", paging: ONE_PAGE },
  },
};

/** Checklists, goals, tags of spaces, and times. */
export const CLICKUP_GOALS_AND_TIMES: OperationTable = { ...CHECKLISTS, ...GOALS, ...TAGS, ...TIMES };
