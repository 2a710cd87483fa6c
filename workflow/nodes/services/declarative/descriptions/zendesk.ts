import { toText } from "../../../../model/json-text.ts";
import { createDescribedNode } from "../create-described-node.ts";
import { byNextUrl } from "../paging-styles.ts";
import { type CollectionNames, collection, type FieldPart, fields, json, param } from "../request-fields.ts";
import type { OperationDescription, OperationTable, ReadFields } from "../service-description.ts";
import { getEntries, getPairs, toList } from "../value-conversions.ts";

const BY_NEXT_PAGE = byNextUrl("next_page", "per_page", 100);

const TICKET: CollectionNames = {
  assigneeEmail: "assignee_email",
  customFieldsUi: ["custom_fields", getEntries("customFieldsValues")],
  externalId: "external_id",
  group: "group_id",
  internalNote: null,
  publicReply: null,
  tags: ["tags", toList],
};
const USER: CollectionNames = {
  tags: ["tags", toList],
  userFieldsUi: ["user_fields", getPairs("userFieldValues", "field", "value")],
};
const ORGANIZATION: CollectionNames = {
  domain_names: ["domain_names", toList],
  organizationFieldsUi: ["organization_fields", getPairs("organizationFieldValues", "field", "value")],
  tags: ["tags", toList],
};

/** Reads a ticket from a collection, or from JSON if the node says so. */
const readTicket =
  (path: string): ReadFields =>
  (context, itemIndex) => {
    const read = context.flag("jsonParameters", itemIndex) ? json(`${path}Json`) : undefined;
    const whole = read?.(context, itemIndex);
    return whole !== null && typeof whole === "object" && !Array.isArray(whole)
      ? whole
      : fields(collection(path, TICKET))(context, itemIndex);
  };

/** Returns the comment of an update: an internal note, otherwise a public reply. */
const readComment: ReadFields = (context, itemIndex) => {
  const { internalNote, publicReply } = context.object("updateFields", itemIndex);
  if (internalNote) return { comment: { html_body: internalNote, public: false } };
  return publicReply ? { comment: { body: publicReply, public: true } } : {};
};

const read = (path: string, output: string): OperationDescription => ({ method: "GET", path, output });
const remove = (path: string): OperationDescription => ({ method: "DELETE", path });
const list = (path: string, at: string, ...query: readonly FieldPart[]): OperationDescription => ({
  method: "GET",
  path,
  query: fields(...query),
  list: { at, paging: BY_NEXT_PAGE, limit: 100 },
});

/** Returns the search of "Get Many", such as `type:ticket status:open`. */
const readSearch: ReadFields = (context, itemIndex) => {
  const { query = "", status, group, sortBy, sortOrder } = context.object("options", itemIndex);
  const parts = [
    "type:ticket",
    toText(query),
    status ? `status:${toText(status)}` : "",
    group ? `group:${toText(group)}` : "",
  ];
  return {
    query: parts.filter((part) => part !== "").join(" "),
    ...(sortBy && { sort_by: sortBy }),
    ...(sortOrder && { sort_order: sortOrder }),
  };
};

const isSuspended: NonNullable<OperationDescription["when"]> = (context, itemIndex) =>
  context.text("ticketType", itemIndex, "regular") === "suspended";

const TICKETS: OperationTable = {
  "ticket.create": {
    method: "POST",
    path: "/tickets.json",
    body: fields({
      ticket: fields({ "comment.body": param("description") }, readTicket("additionalFields")),
    }),
    output: "ticket",
  },
  "ticket.update": {
    method: "PUT",
    path: "/tickets/{id}.json",
    body: fields({ ticket: fields(readTicket("updateFields"), readComment) }),
    output: "ticket",
  },
  "ticket.get": [
    { ...read("/suspended_tickets/{id}.json", "suspended_ticket"), when: isSuspended },
    read("/tickets/{id}.json", "ticket"),
  ],
  "ticket.getAll": [
    {
      ...list(
        "/suspended_tickets.json",
        "suspended_tickets",
        collection("options", { sortBy: "sort_by", sortOrder: "sort_order" }),
      ),
      when: isSuspended,
    },
    list("/search.json", "results", readSearch),
  ],
  "ticket.delete": [
    { ...remove("/suspended_tickets/{id}.json"), when: isSuspended },
    remove("/tickets/{id}.json"),
  ],
  "ticket.recover": {
    method: "PUT",
    path: "/suspended_tickets/{id}/recover.json",
    output: "ticket",
  },
  "ticketField.get": read("/ticket_fields/{ticketFieldId}.json", "ticket_field"),
  "ticketField.getAll": list("/ticket_fields.json", "ticket_fields"),
};

const USERS: OperationTable = {
  "user.create": {
    method: "POST",
    path: "/users.json",
    body: fields({ user: fields({ name: param("name") }, collection("additionalFields", USER)) }),
    output: "user",
  },
  "user.update": {
    method: "PUT",
    path: "/users/{id}.json",
    body: fields({ user: fields(collection("updateFields", USER)) }),
    output: "user",
  },
  "user.get": read("/users/{id}.json", "user"),
  "user.getAll": list("/users.json", "users", collection("filters", { role: ["role[]", toList] })),
  "user.search": list("/users/search.json", "users", collection("filters")),
  "user.getOrganizations": read("/users/{id}/organizations.json", "organizations"),
  "user.getRelatedData": read("/users/{id}/related.json", "user_related"),
  "user.delete": { ...remove("/users/{id}.json"), output: "user" },
};

const ORGANIZATIONS: OperationTable = {
  "organization.create": {
    method: "POST",
    path: "/organizations.json",
    body: fields({
      organization: fields({ name: param("name") }, collection("additionalFields", ORGANIZATION)),
    }),
    output: "organization",
  },
  "organization.update": {
    method: "PUT",
    path: "/organizations/{id}.json",
    body: fields({ organization: fields(collection("updateFields", ORGANIZATION)) }),
    output: "organization",
  },
  "organization.get": read("/organizations/{id}.json", "organization"),
  "organization.getAll": list("/organizations.json", "organizations"),
  "organization.count": read("/organizations/count.json", "count"),
  "organization.getRelatedData": read("/organizations/{id}/related.json", "organization_related"),
  "organization.delete": remove("/organizations/{id}.json"),
};

/** Tickets, users and organizations: https://developer.zendesk.com/api-reference/ticketing/introduction/ */
export const ZENDESK = createDescribedNode({
  types: ["n8n-nodes-base.zendesk"],
  versions: [1],
  service: "zendesk",
  standard: {
    resource: "ticket",
    operations: { organization: "create", ticket: "create", ticketField: "get", user: "create" },
  },
  operations: { ...TICKETS, ...USERS, ...ORGANIZATIONS },
});
