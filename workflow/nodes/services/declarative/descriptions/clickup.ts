import { isObject } from "../../../../model/is-object.ts";
import type { JsonObject } from "../../../../model/item.ts";
import { createDescribedNode } from "../create-described-node.ts";
import { byLimit, byPageNumber, ONE_PAGE } from "../paging-styles.ts";
import { type CollectionNames, collection, fields, json, param } from "../request-fields.ts";
import type { OperationDescription, OperationTable } from "../service-description.ts";
import {
  parseJsonText,
  toList,
  toMilliseconds,
  toNumber,
  toNumberList,
  toSnakeCase,
} from "../value-conversions.ts";
import { CLICKUP_GOALS_AND_TIMES } from "./clickup-goals-and-times.ts";

/** n8n's duration is in minutes, ClickUp's in milliseconds. */
const minutesToMs = (value: Parameters<typeof toNumber>[0]) => Number(toNumber(value)) * 60_000;

const TASK: CollectionNames = {
  content: null,
  addAssignees: ["assignees.add", toNumberList],
  assignees: ["assignees", toNumberList],
  customFieldsJson: ["custom_fields", parseJsonText],
  dueDate: ["due_date", toMilliseconds],
  markdownContent: null,
  parentId: "parent",
  removeAssignees: ["assignees.rem", toNumberList],
  startDate: ["start_date", toMilliseconds],
  tags: ["tags", toList],
  timeEstimate: ["time_estimate", minutesToMs],
};

/** Reads a task. Its content is Markdown if the node says so. */
const readTask = (path: string) =>
  fields(collection(path, TASK, toSnakeCase), (context, itemIndex) => {
    const text = context.text(`${path}.content`, itemIndex);
    if (text === "") return {};
    return context.flag(`${path}.markdownContent`, itemIndex)
      ? { markdown_content: text }
      : { content: text };
  });

const FILTERS: CollectionNames = {
  assignees: ["assignees[]", toList],
  customFieldsUi: null,
  dateCreatedGt: ["date_created_gt", toMilliseconds],
  dateCreatedLt: ["date_created_lt", toMilliseconds],
  dateUpdatedGt: ["date_updated_gt", toMilliseconds],
  dateUpdatedLt: ["date_updated_lt", toMilliseconds],
  dueDateGt: ["due_date_gt", toMilliseconds],
  dueDateLt: ["due_date_lt", toMilliseconds],
  orderBy: ["order_by", (value) => (value === "dueDate" ? "due_date" : value)],
  statuses: ["statuses[]", toList],
  tags: ["tags[]", toList],
};

const toFieldFilter = ({ fieldId, operator = "equal", value }: JsonObject): JsonObject => ({
  field_id: fieldId ?? "",
  operator: operator === "equal" ? "=" : operator,
  ...(value !== undefined && { value }),
});

const remove = (path: string): OperationDescription => ({ method: "DELETE", path });
const isFolderless = (context: Parameters<NonNullable<OperationDescription["when"]>>[0], itemIndex: number) =>
  context.flag("folderless", itemIndex);

const TASKS: OperationTable = {
  "task.create": {
    method: "POST",
    path: "/v2/list/{list}/task",
    body: fields({ name: param("name") }, readTask("additionalFields")),
  },
  "task.update": { method: "PUT", path: "/v2/task/{id}", body: readTask("updateFields") },
  "task.get": {
    method: "GET",
    path: "/v2/task/{id}",
    query: fields({
      include_subtasks: param("includeSubtasks"),
      include_markdown_description: param("includeMarkdownDescription"),
    }),
  },
  "task.getAll": {
    method: "GET",
    path: "/v2/list/{list}/task",
    query: fields(collection("filters", FILTERS, toSnakeCase), {
      custom_fields: (context, itemIndex) => {
        const filters = context.list("filters.customFieldsUi.customFieldsValues", itemIndex).filter(isObject);
        return filters.length === 0 ? undefined : JSON.stringify(filters.map(toFieldFilter));
      },
    }),
    list: { at: "tasks", paging: byPageNumber({ page: "page", from: 0, max: 100 }), returnsAll: true },
  },
  "task.delete": remove("/v2/task/{id}"),
  "task.member": {
    method: "GET",
    path: "/v2/task/{id}/member",
    list: { at: "members", paging: ONE_PAGE, returnsAll: true },
  },
  "task.setCustomField": {
    method: "POST",
    path: "/v2/task/{task}/field/{field}",
    body: fields({
      value: (context, itemIndex) =>
        (context.flag("jsonParse", itemIndex) ? json("value") : param("value"))(context, itemIndex),
    }),
  },
  "taskTag.add": {
    method: "POST",
    path: "/v2/task/{taskId}/tag/{tagName}",
    query: fields(collection("additionalFields")),
  },
  "taskTag.remove": {
    method: "DELETE",
    path: "/v2/task/{taskId}/tag/{tagName}",
    query: fields(collection("additionalFields")),
  },
  "taskList.add": { method: "POST", path: "/v2/list/{listId}/task/{taskId}" },
  "taskList.remove": remove("/v2/list/{listId}/task/{taskId}"),
  "taskDependency.create": {
    method: "POST",
    path: "/v2/task/{task}/dependency",
    body: fields({ depends_on: param("dependsOnTask") }),
  },
  "taskDependency.delete": {
    method: "DELETE",
    path: "/v2/task/{task}/dependency",
    query: fields({ depends_on: param("dependsOnTask") }),
  },
};

const LIST: CollectionNames = {
  assignee: ["assignee", toNumber],
  dueDate: ["due_date", toMilliseconds],
};
const SPACE_LISTS = "/v2/space/{space}/list";
const FOLDER_LISTS = "/v2/folder/{folder}/list";

const LISTS_AND_FOLDERS: OperationTable = {
  "list.create": [SPACE_LISTS, FOLDER_LISTS].map((path, index) => ({
    method: "POST",
    path,
    ...(index === 0 && { when: isFolderless }),
    body: fields({ name: param("name") }, collection("additionalFields", LIST, toSnakeCase)),
  })),
  "list.get": { method: "GET", path: "/v2/list/{list}" },
  "list.getAll": [SPACE_LISTS, FOLDER_LISTS].map((path, index) => ({
    method: "GET",
    path,
    ...(index === 0 && { when: isFolderless }),
    query: fields({ archived: param("filters.archived") }),
    list: { at: "lists", paging: ONE_PAGE },
  })),
  "list.update": {
    method: "PUT",
    path: "/v2/list/{list}",
    body: fields(collection("updateFields", LIST, toSnakeCase)),
  },
  "list.delete": remove("/v2/list/{list}"),
  "list.customFields": { method: "GET", path: "/v2/list/{list}/field", output: "fields" },
  "list.member": {
    method: "GET",
    path: "/v2/list/{id}/member",
    list: { at: "members", paging: ONE_PAGE, returnsAll: true },
  },
  "folder.create": {
    method: "POST",
    path: "/v2/space/{space}/folder",
    body: fields({ name: param("name") }),
  },
  "folder.get": { method: "GET", path: "/v2/folder/{folder}" },
  "folder.getAll": {
    method: "GET",
    path: "/v2/space/{space}/folder",
    query: fields({ archived: param("filters.archived") }),
    list: { at: "folders", paging: ONE_PAGE },
  },
  "folder.update": {
    method: "PUT",
    path: "/v2/folder/{folder}",
    body: fields(collection("updateFields")),
  },
  "folder.delete": remove("/v2/folder/{folder}"),
};

const ON = ["list", "task", "view"] as const;
const COMMENT: CollectionNames = { assignee: ["assignee", toNumber] };

const COMMENTS: OperationTable = {
  "comment.create": ON.map((kind) => ({
    method: "POST",
    path: `/v2/${kind}/{id}/comment`,
    when: (context, itemIndex) => context.text("commentOn", itemIndex) === kind,
    body: fields(
      { comment_text: param("commentText") },
      collection("additionalFields", COMMENT, toSnakeCase),
    ),
  })),
  "comment.getAll": ON.map((kind) => ({
    method: "GET",
    path: `/v2/${kind}/{id}/comment`,
    when: (context, itemIndex) => context.text("commentsOn", itemIndex) === kind,
    list: { at: "comments", paging: byLimit("limit", 100) },
  })),
  "comment.update": {
    method: "PUT",
    path: "/v2/comment/{comment}",
    body: fields(collection("updateFields", COMMENT, toSnakeCase)),
  },
  "comment.delete": remove("/v2/comment/{comment}"),
};

/** Tasks, lists, folders, comments, goals and times: https://developer.clickup.com/reference */
export const CLICKUP = createDescribedNode({
  types: ["n8n-nodes-base.clickUp"],
  versions: [1],
  service: "clickup",
  standard: {
    resource: "task",
    operations: {
      checklist: "create",
      checklistItem: "create",
      comment: "create",
      folder: "create",
      goal: "create",
      list: "customFields",
      spaceTag: "create",
      task: "create",
      taskDependency: "create",
      taskList: "add",
      taskTag: "add",
      timeEntry: "create",
    },
  },
  operations: { ...TASKS, ...LISTS_AND_FOLDERS, ...COMMENTS, ...CLICKUP_GOALS_AND_TIMES },
});
