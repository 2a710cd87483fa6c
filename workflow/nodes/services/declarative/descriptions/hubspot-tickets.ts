import { isObject } from "../../../../model/is-object.ts";
import { serviceApiRequest } from "../../service-call.ts";
import type { ServiceOperation } from "../../service-node.ts";
import { byCursor } from "../paging-styles.ts";
import { asPropertyList, fields, param } from "../request-fields.ts";
import type { OperationTable } from "../service-description.ts";
import { toList, toNumber } from "../value-conversions.ts";
import { readTicket } from "./hubspot-properties.ts";

/** https://developers.hubspot.com/docs/api-reference/legacy/crm/associations: ticket to contact, ticket to company. */
const ASSOCIATIONS = [
  ["associatedContactIds", 16],
  ["associatedCompanyIds", 26],
] as const;

/** Creates a ticket, then associates it with contacts and companies. */
const createTicket: ServiceOperation = {
  methods: ["POST", "PUT"],
  paths: ["/crm-objects/v1/objects/tickets", "/crm-associations/v1/associations/create-batch"],
  each: async (context, itemIndex) => {
    const read = fields(
      {
        hs_pipeline: param("pipelineId"),
        hs_pipeline_stage: param("stageId"),
        subject: param("ticketName"),
      },
      readTicket("additionalFields"),
    );
    const answer = await serviceApiRequest(context, itemIndex, {
      service: "hubspot",
      method: "POST",
      path: "/crm-objects/v1/objects/tickets",
      body: asPropertyList(read, "name")(context, itemIndex) ?? [],
    });
    const json = isObject(answer) ? answer : {};
    const body = ASSOCIATIONS.flatMap(([name, definitionId]) =>
      toList(context.parameter(`additionalFields.${name}`, itemIndex) ?? "").map((id) => ({
        fromObjectId: json.objectId ?? null,
        toObjectId: toNumber(id),
        category: "HUBSPOT_DEFINED",
        definitionId,
      })),
    );
    if (body.length > 0)
      await serviceApiRequest(context, itemIndex, {
        service: "hubspot",
        method: "PUT",
        path: "/crm-associations/v1/associations/create-batch",
        body,
      });
    return [{ json }];
  },
};

/** Support tickets. */
export const HUBSPOT_TICKETS: OperationTable = {
  "ticket.create": createTicket,
  "ticket.update": {
    method: "PUT",
    path: "/crm-objects/v1/objects/tickets/{ticketId}",
    body: asPropertyList(readTicket("updateFields"), "name"),
  },
  "ticket.get": {
    method: "GET",
    path: "/crm-objects/v1/objects/tickets/{ticketId}",
    query: fields({
      includeDeleted: param("additionalFields.includeDeleted"),
      properties: param("additionalFields.properties", toList),
      propertiesWithHistory: param("additionalFields.propertiesWithHistory", toList),
    }),
  },
  "ticket.delete": { method: "DELETE", path: "/crm-objects/v1/objects/tickets/{ticketId}" },
  "ticket.getAll": {
    method: "GET",
    path: "/crm-objects/v1/objects/tickets/paged",
    query: fields({
      properties: param("additionalFields.properties", toList),
      propertiesWithHistory: param("additionalFields.propertiesWithHistory", toList),
    }),
    list: {
      at: "objects",
      paging: byCursor({ cursor: "offset", at: "offset", more: "hasMore", max: 100 }),
      limit: 100,
    },
  },
};
