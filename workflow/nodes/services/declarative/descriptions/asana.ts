import { createDescribedNode } from "../create-described-node.ts";
import { byCursor, ONE_PAGE } from "../paging-styles.ts";
import { collection, type FieldPart, fields, param, within } from "../request-fields.ts";
import type { OperationDescription, OperationTable } from "../service-description.ts";
import { joinList, toList } from "../value-conversions.ts";

const BY_OFFSET = byCursor({ cursor: "offset", at: "next_page.offset", size: "limit", max: 100 });
const OPTIONS = { opt_fields: ["opt_fields", joinList] } as const;
const OTHER = collection("otherProperties", { projects: ["projects", toList] });

const read = (path: string): OperationDescription => ({ method: "GET", path, output: "data" });
const remove = (path: string): OperationDescription => ({ method: "DELETE", path, output: "data" });
/** Asana expects and returns the fields of a record within `data`. */
const send = (
  method: "POST" | "PUT",
  path: string,
  ...parts: readonly FieldPart[]
): OperationDescription => ({
  method,
  path,
  body: fields({ data: fields(...parts) }),
  output: "data",
});
const list = (path: string, ...query: readonly FieldPart[]): OperationDescription => ({
  method: "GET",
  path,
  query: fields(...query),
  list: { at: "data", paging: BY_OFFSET, limit: 100 },
});

const TASKS: OperationTable = {
  "task.create": send("POST", "/tasks", { name: param("name"), workspace: param("workspace") }, OTHER),
  "task.get": read("/tasks/{id}"),
  "task.update": send("PUT", "/tasks/{id}", OTHER),
  "task.delete": remove("/tasks/{id}"),
  "task.getAll": list("/tasks", collection("filters", OPTIONS)),
  "task.move": send("POST", "/sections/{section}/addTask", { task: param("id") }),
  "task.search": {
    ...list("/workspaces/{workspace}/tasks/search", collection("searchTaskProperties")),
    list: { at: "data", paging: ONE_PAGE, returnsAll: true },
  },
  "subtask.create": send("POST", "/tasks/{taskId}/subtasks", { name: param("name") }, OTHER),
  "subtask.getAll": list("/tasks/{taskId}/subtasks", collection("options", OPTIONS)),
  "taskComment.add": send(
    "POST",
    "/tasks/{id}/stories",
    {
      text: (context, index) => (context.flag("isTextHtml", index) ? undefined : context.text("text", index)),
      html_text: (context, index) =>
        context.flag("isTextHtml", index) ? context.text("text", index) : undefined,
    },
    collection("additionalFields"),
  ),
  "taskComment.remove": remove("/stories/{id}"),
  "taskProject.add": send(
    "POST",
    "/tasks/{id}/addProject",
    { project: param("project") },
    collection("additionalFields"),
  ),
  "taskProject.remove": send("POST", "/tasks/{id}/removeProject", { project: param("project") }),
  "taskTag.add": send("POST", "/tasks/{id}/addTag", { tag: param("tag") }),
  "taskTag.remove": send("POST", "/tasks/{id}/removeTag", { tag: param("tag") }),
};

const PROJECTS_AND_USERS: OperationTable = {
  "project.create": send(
    "POST",
    "/projects",
    { name: param("name"), workspace: param("workspace"), team: param("team") },
    collection("additionalFields"),
  ),
  "project.get": read("/projects/{id}"),
  "project.getAll": list("/projects", { workspace: param("workspace") }, collection("additionalFields")),
  "project.update": {
    method: "PUT",
    path: "/projects/{id}",
    body: fields(within("data", collection("updateFields"))),
    output: "data",
  },
  "project.delete": remove("/projects/{id}"),
  "user.get": read("/users/{userId}"),
  "user.getAll": {
    ...list("/workspaces/{workspace}/users"),
    list: { at: "data", paging: BY_OFFSET, returnsAll: true },
  },
};

/** Tasks and projects: https://developers.asana.com/reference/rest-api-reference */
export const ASANA = createDescribedNode({
  types: ["n8n-nodes-base.asana"],
  versions: [1],
  service: "asana",
  standard: {
    resource: "task",
    operations: {
      project: "get",
      subtask: "create",
      task: "create",
      taskComment: "add",
      taskProject: "add",
      taskTag: "add",
      user: "get",
    },
  },
  operations: { ...TASKS, ...PROJECTS_AND_USERS },
});
