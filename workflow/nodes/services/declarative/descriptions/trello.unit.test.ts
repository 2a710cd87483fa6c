import { testDescribedService } from "../described-service.fixture.ts";
import { TRELLO } from "./trello.ts";

const BY_URL = { __rl: true, mode: "url", value: "https://trello.com/c/AbCd1234/5-tea" };

testDescribedService("Trello", TRELLO, "trello", {
  cases: [
    {
      name: "creates a card with additional fields",
      version: 1,
      parameters: {
        listId: "l1",
        name: "Tea",
        description: "Buy it",
        additionalFields: { due: "2026-12-01", idLabels: "a,b", dueComplete: false },
      },
      replies: [{ body: { id: "c1", name: "Tea" } }],
      asks: [
        [
          "POST /cards",
          {
            idList: "l1",
            name: "Tea",
            desc: "Buy it",
            due: "2026-12-01",
            idLabels: "a,b",
            dueComplete: false,
          },
        ],
      ],
      gives: [{ id: "c1", name: "Tea" }],
    },
    {
      name: "updates a card selected by URL",
      version: 1,
      parameters: { operation: "update", id: BY_URL, updateFields: { closed: true, name: "" } },
      replies: [{ body: { id: "c1", closed: true } }],
      asks: [["PUT /cards/AbCd1234", { closed: true }]],
      gives: [{ id: "c1", closed: true }],
    },
    {
      name: "returns the cards of a list, which Trello sends at once, up to the limit",
      version: 1,
      parameters: { resource: "list", operation: "getCards", id: "l1", returnAll: false, limit: 2 },
      replies: [{ body: [{ id: "c1" }, { id: "c2" }, { id: "c3" }] }],
      asks: [["GET /lists/l1/cards"]],
      gives: [{ id: "c1" }, { id: "c2" }],
    },
    {
      name: "creates a label",
      version: 1,
      parameters: {
        resource: "label",
        operation: "create",
        boardId: { __rl: true, mode: "id", value: "b1" },
        name: "Urgent",
        color: "red",
      },
      replies: [{ body: { id: "x" } }],
      asks: [["POST /labels", { idBoard: "b1", name: "Urgent", color: "red" }]],
      gives: [{ id: "x" }],
    },
    {
      name: "moves a check item and completes it",
      version: 1,
      parameters: {
        resource: "checklist",
        operation: "updateCheckItem",
        cardId: BY_URL,
        checkItemId: "i1",
        additionalFields: { state: "complete", checklistId: "k2" },
      },
      replies: [{ body: { id: "i1" } }],
      asks: [["PUT /cards/AbCd1234/checkItem/i1", { state: "complete", idChecklist: "k2" }]],
      gives: [{ id: "i1" }],
    },
    {
      name: "archives a list",
      version: 1,
      parameters: { resource: "list", operation: "archive", id: "l1", archive: true },
      replies: [{ body: { id: "l1", closed: true } }],
      asks: [["PUT /lists/l1/closed", { value: true }]],
      gives: [{ id: "l1", closed: true }],
    },
    {
      name: "deletes a board",
      version: 1,
      parameters: { resource: "board", operation: "delete", id: { __rl: true, mode: "id", value: "b1" } },
      replies: [{ body: { _value: null } }],
      asks: [["DELETE /boards/b1"]],
      gives: [{ _value: null }],
    },
  ],
  refused: {
    version: 1,
    parameters: { operation: "get", id: "c9" },
    reply: { status: 404, body: "The requested resource was not found." },
    reason: "The requested resource was not found.",
  },
  unsupported: {
    version: 1,
    parameters: { resource: "organization", operation: "get" },
    reason: "the operation 'get' of the resource 'organization' is not supported",
  },
});
