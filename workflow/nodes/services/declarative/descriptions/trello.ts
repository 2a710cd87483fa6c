import { createDescribedNode } from "../create-described-node.ts";
import { ONE_PAGE } from "../paging-styles.ts";
import { collection, fields, flag, locator, param } from "../request-fields.ts";
import type { OperationDescription, OperationTable } from "../service-description.ts";

const EXTRA = collection("additionalFields");
const UPDATE = collection("updateFields");
/** Matches the short ID in the URL of a board or a card. */
const ADDRESS = /trello\.com\/[bc]\/([a-zA-Z0-9]{2,})/;

const read = (path: string): OperationDescription => ({ method: "GET", path, query: fields(EXTRA) });
const change = (path: string): OperationDescription => ({ method: "PUT", path, body: fields(UPDATE) });
const remove = (path: string): OperationDescription => ({ method: "DELETE", path });
const list = (path: string): OperationDescription => ({
  ...read(path),
  list: { paging: ONE_PAGE, limit: 20, returnsAll: true },
});

const BOARDS: OperationTable = {
  "board.create": {
    method: "POST",
    path: "/boards",
    body: fields({ name: param("name"), desc: param("description") }, EXTRA),
  },
  "board.get": read("/boards/{id}"),
  "board.update": change("/boards/{id}"),
  "board.delete": remove("/boards/{id}"),
  "boardMember.getAll": list("/boards/{id}/members"),
  "boardMember.add": {
    method: "PUT",
    path: "/boards/{id}/members/{idMember}",
    body: fields({ type: param("type", undefined, "normal") }, EXTRA),
  },
  "boardMember.invite": {
    method: "PUT",
    path: "/boards/{id}/members",
    body: fields({ email: param("email") }, EXTRA),
  },
  "boardMember.remove": remove("/boards/{id}/members/{idMember}"),
};

const CARDS: OperationTable = {
  "card.create": {
    method: "POST",
    path: "/cards",
    body: fields({ idList: param("listId"), name: param("name"), desc: param("description") }, EXTRA),
  },
  "card.get": read("/cards/{id}"),
  "card.update": change("/cards/{id}"),
  "card.delete": remove("/cards/{id}"),
  "cardComment.create": {
    method: "POST",
    path: "/cards/{cardId}/actions/comments",
    body: fields({ text: param("text") }),
  },
  "cardComment.update": {
    method: "PUT",
    path: "/cards/{cardId}/actions/{commentId}/comments",
    body: fields({ text: param("text") }),
  },
  "cardComment.delete": remove("/cards/{cardId}/actions/{commentId}/comments"),
  "attachment.create": {
    method: "POST",
    path: "/cards/{cardId}/attachments",
    body: fields({ url: param("url") }, EXTRA),
  },
  "attachment.get": read("/cards/{cardId}/attachments/{id}"),
  "attachment.getAll": list("/cards/{cardId}/attachments"),
  "attachment.delete": remove("/cards/{cardId}/attachments/{id}"),
};

const CHECKLISTS: OperationTable = {
  "checklist.create": {
    method: "POST",
    path: "/cards/{cardId}/checklists",
    body: fields({ name: param("name") }, EXTRA),
  },
  "checklist.get": read("/checklists/{id}"),
  "checklist.getAll": list("/cards/{cardId}/checklists"),
  "checklist.delete": remove("/cards/{cardId}/checklists/{id}"),
  "checklist.createCheckItem": {
    method: "POST",
    path: "/checklists/{checklistId}/checkItems",
    body: fields({ name: param("name") }, EXTRA),
  },
  "checklist.getCheckItem": read("/cards/{cardId}/checkItem/{checkItemId}"),
  "checklist.updateCheckItem": {
    method: "PUT",
    path: "/cards/{cardId}/checkItem/{checkItemId}",
    body: fields(collection("additionalFields", { checklistId: "idChecklist" })),
  },
  "checklist.deleteCheckItem": remove("/cards/{cardId}/checkItem/{checkItemId}"),
  "checklist.completedCheckItems": list("/cards/{cardId}/checkItemStates"),
};

const LABELS_AND_LISTS: OperationTable = {
  "label.create": {
    method: "POST",
    path: "/labels",
    body: fields({
      idBoard: locator("boardId", ADDRESS),
      name: param("name"),
      color: param("color", undefined, "null"),
    }),
  },
  "label.get": read("/labels/{id}"),
  "label.getAll": list("/boards/{boardId}/labels"),
  "label.update": change("/labels/{id}"),
  "label.delete": remove("/labels/{id}"),
  "label.addLabel": {
    method: "POST",
    path: "/cards/{cardId}/idLabels",
    body: fields({ value: param("id") }),
  },
  "label.removeLabel": remove("/cards/{cardId}/idLabels/{id}"),
  "list.create": {
    method: "POST",
    path: "/lists",
    body: fields({ idBoard: param("idBoard"), name: param("name") }, EXTRA),
  },
  "list.get": read("/lists/{id}"),
  "list.getAll": list("/boards/{id}/lists"),
  "list.getCards": list("/lists/{id}/cards"),
  "list.update": change("/lists/{id}"),
  "list.archive": { method: "PUT", path: "/lists/{id}/closed", body: fields({ value: flag("archive") }) },
};

/** Boards, lists and cards: https://developer.atlassian.com/cloud/trello/rest/ */
export const TRELLO = createDescribedNode({
  types: ["n8n-nodes-base.trello"],
  versions: [1],
  service: "trello",
  standard: {
    resource: "card",
    operations: {
      attachment: "getAll",
      board: "create",
      boardMember: "add",
      card: "create",
      cardComment: "create",
      checklist: "getAll",
      label: "getAll",
      list: "getAll",
    },
  },
  addresses: { id: ADDRESS, cardId: ADDRESS, boardId: ADDRESS },
  operations: { ...BOARDS, ...CARDS, ...CHECKLISTS, ...LABELS_AND_LISTS },
});
