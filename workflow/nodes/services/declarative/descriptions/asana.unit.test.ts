import { testDescribedService } from "../described-service.fixture.ts";
import { ASANA } from "./asana.ts";

testDescribedService("Asana", ASANA, "asana", {
  cases: [
    {
      name: "creates a task with other properties",
      version: 1,
      parameters: {
        workspace: "w1",
        name: "Tea",
        otherProperties: { notes: "Buy it", due_on: "2026-12-01", projects: ["p1"], completed: false },
      },
      replies: [{ status: 201, body: { data: { gid: "t1", name: "Tea" } } }],
      asks: [
        [
          "POST /tasks",
          {
            data: {
              name: "Tea",
              workspace: "w1",
              notes: "Buy it",
              due_on: "2026-12-01",
              projects: ["p1"],
              completed: false,
            },
          },
        ],
      ],
      gives: [{ gid: "t1", name: "Tea" }],
    },
    {
      name: "returns all tasks of a project, page by page",
      version: 1,
      parameters: {
        operation: "getAll",
        returnAll: true,
        filters: { project: "p1", opt_fields: ["name", "due_on"] },
      },
      replies: [
        { body: { data: [{ gid: "t1" }], next_page: { offset: "o2" } } },
        { body: { data: [{ gid: "t2" }], next_page: null } },
      ],
      asks: [
        ["GET /tasks", { project: "p1", opt_fields: "name,due_on", limit: "100" }],
        ["GET /tasks", { project: "p1", opt_fields: "name,due_on", limit: "100", offset: "o2" }],
      ],
      gives: [{ gid: "t1" }, { gid: "t2" }],
    },
    {
      name: "updates a task",
      version: 1,
      parameters: { operation: "update", id: "t1", otherProperties: { completed: true } },
      replies: [{ body: { data: { gid: "t1", completed: true } } }],
      asks: [["PUT /tasks/t1", { data: { completed: true } }]],
      gives: [{ gid: "t1", completed: true }],
    },
    {
      name: "moves a task to a section",
      version: 1,
      parameters: { operation: "move", id: "t1", projectId: "p1", section: "s1" },
      replies: [{ body: { data: {} } }],
      asks: [["POST /sections/s1/addTask", { data: { task: "t1" } }]],
      gives: [{}],
    },
    {
      name: "adds an HTML comment",
      version: 1,
      parameters: { resource: "taskComment", id: "t1", isTextHtml: true, text: "<body>Hi</body>" },
      replies: [{ status: 201, body: { data: { gid: "c1" } } }],
      asks: [["POST /tasks/t1/stories", { data: { html_text: "<body>Hi</body>" } }]],
      gives: [{ gid: "c1" }],
    },
    {
      name: "creates a project in a team",
      version: 1,
      parameters: {
        resource: "project",
        operation: "create",
        workspace: "w1",
        team: "m1",
        name: "Kitchen",
        additionalFields: { notes: "All tea" },
      },
      replies: [{ status: 201, body: { data: { gid: "p1" } } }],
      asks: [
        ["POST /projects", { data: { name: "Kitchen", workspace: "w1", team: "m1", notes: "All tea" } }],
      ],
      gives: [{ gid: "p1" }],
    },
  ],
  refused: {
    version: 1,
    parameters: { operation: "get", id: "t9" },
    reply: { status: 404, body: { errors: [{ message: "task: Unknown object: t9" }] } },
    reason: "task: Unknown object: t9",
  },
  unsupported: {
    version: 1,
    parameters: { resource: "portfolio", operation: "get" },
    reason: "the operation 'get' of the resource 'portfolio' is not supported",
  },
});
