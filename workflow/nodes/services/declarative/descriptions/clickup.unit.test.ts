import { testDescribedService } from "../described-service.fixture.ts";
import { CLICKUP } from "./clickup.ts";

const TASKS = Array.from({ length: 100 }, (_, index) => ({ id: String(index) }));

testDescribedService("ClickUp", CLICKUP, "clickup", {
  cases: [
    {
      name: "creates a task with additional fields",
      version: 1,
      parameters: {
        authentication: "oAuth2",
        team: "9",
        space: "8",
        folderless: true,
        list: "7",
        name: "Tea",
        additionalFields: {
          assignees: [3],
          content: "**Buy**",
          markdownContent: true,
          customFieldsJson: '[{"id": "f1", "value": 5}]',
          dueDate: "2026-12-01T00:00:00.000Z",
          notifyAll: true,
          tags: ["a", "b"],
          timeEstimate: 30,
        },
      },
      replies: [{ body: { id: "t1", name: "Tea" } }],
      asks: [
        [
          "POST /v2/list/7/task",
          {
            name: "Tea",
            assignees: [3],
            markdown_content: "**Buy**",
            custom_fields: [{ id: "f1", value: 5 }],
            due_date: 1_796_083_200_000,
            notify_all: true,
            tags: ["a", "b"],
            time_estimate: 1_800_000,
          },
        ],
      ],
      gives: [{ id: "t1", name: "Tea" }],
    },
    {
      name: "returns all tasks of a list, page by page",
      version: 1,
      parameters: {
        operation: "getAll",
        list: "7",
        filters: {
          includeClosed: true,
          orderBy: "dueDate",
          statuses: ["open"],
          customFieldsUi: { customFieldsValues: [{ fieldId: "f1", operator: "equal", value: "5" }] },
        },
      },
      replies: [{ body: { tasks: TASKS } }, { body: { tasks: [{ id: "last" }] } }],
      asks: [0, 1].map((page) => [
        "GET /v2/list/7/task",
        {
          include_closed: "true",
          order_by: "due_date",
          "statuses[]": "open",
          custom_fields: '[{"field_id":"f1","operator":"=","value":"5"}]',
          ...(page === 1 && { page: "1" }),
        },
      ]),
      gives: [...TASKS, { id: "last" }],
    },
    {
      name: "updates a task's assignees and status",
      version: 1,
      parameters: {
        operation: "update",
        id: "t1",
        updateFields: { addAssignees: "3, 4", removeAssignees: "5", status: "done" },
      },
      replies: [{ body: { id: "t1" } }],
      asks: [["PUT /v2/task/t1", { assignees: { add: [3, 4], rem: [5] }, status: "done" }]],
      gives: [{ id: "t1" }],
    },
    {
      name: "sets a custom field to JSON",
      version: 1,
      parameters: { operation: "setCustomField", task: "t1", field: "f1", jsonParse: true, value: '["x"]' },
      replies: [{ body: {} }],
      asks: [["POST /v2/task/t1/field/f1", { value: ["x"] }]],
      gives: [{}],
    },
    {
      name: "comments on a list",
      version: 1,
      parameters: {
        resource: "comment",
        commentOn: "list",
        id: "7",
        commentText: "Hi",
        additionalFields: { assignee: "3", notifyAll: false },
      },
      replies: [{ body: { id: 1 } }],
      asks: [["POST /v2/list/7/comment", { comment_text: "Hi", assignee: 3, notify_all: false }]],
      gives: [{ id: 1 }],
    },
    {
      name: "returns the lists of a folder",
      version: 1,
      parameters: { resource: "list", operation: "getAll", folder: "6", limit: 1 },
      replies: [{ body: { lists: [{ id: "7" }, { id: "8" }] } }],
      asks: [["GET /v2/folder/6/list"]],
      gives: [{ id: "7" }],
    },
    {
      name: "starts a time entry",
      version: 1,
      parameters: {
        resource: "timeEntry",
        operation: "start",
        team: "9",
        task: "t1",
        additionalFields: { description: "Brewing", tags: ["tea"] },
      },
      replies: [{ body: { data: { id: "e1" } } }],
      asks: [
        [
          "POST /v2/team/9/time_entries/start",
          { tid: "t1", description: "Brewing", tags: [{ name: "tea" }] },
        ],
      ],
      gives: [{ id: "e1" }],
    },
  ],
  refused: {
    version: 1,
    parameters: { operation: "get", id: "t9" },
    reply: { status: 404, body: { err: "Task not found, deleted", ECODE: "ITEM_013" } },
    reason: "Task not found, deleted",
  },
  unsupported: {
    version: 1,
    parameters: { resource: "goalKeyResult", operation: "create" },
    reason: "the operation 'create' of the resource 'goalKeyResult' is not supported",
  },
});
