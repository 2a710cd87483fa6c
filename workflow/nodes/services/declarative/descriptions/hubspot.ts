import { isObject } from "../../../../model/is-object.ts";
import type { JsonObject } from "../../../../model/item.ts";
import { toText } from "../../../../model/json-text.ts";
import { encodePathPart, serviceApiRequest } from "../../service-call.ts";
import type { ServiceOperation } from "../../service-node.ts";
import { createDescribedNode } from "../create-described-node.ts";
import { byCursor, type PagingStyle } from "../paging-styles.ts";
import { asPropertyList, collection, fields, listedOnly, param } from "../request-fields.ts";
import type { OperationDescription, OperationTable, ReadFields } from "../service-description.ts";
import { toList, toMilliseconds, toNumberList } from "../value-conversions.ts";
import { HUBSPOT_ENGAGEMENTS } from "./hubspot-engagements.ts";
import { readCompany, readContact, readDeal } from "./hubspot-properties.ts";
import { HUBSPOT_TICKETS } from "./hubspot-tickets.ts";

/** Reads the names of the properties to return, which are in a collection of their own since version 2. */
const readPropertyNames = (path: string, name: string): ReadFields =>
  fields(
    { [name]: param(`${path}.properties`, toList) },
    { [name]: param(`${path}.propertiesCollection.propertiesValues.properties`, toList) },
  );

const byOffset = (more = "hasMore", size = "limit"): PagingStyle =>
  byCursor({ cursor: "offset", at: "offset", more, size, max: 250 });

/** The next page of recent contacts begins at an ID and a time. */
const BY_CONTACT_AND_TIME: PagingStyle = {
  first: (call, limit) => ({ ...call, query: { ...call.query, count: Math.min(limit, 100) } }),
  next: ({ answer }, call) =>
    answer["has-more"] === true
      ? {
          ...call,
          query: {
            ...call.query,
            vidOffset: toText(answer["vid-offset"]),
            timeOffset: toText(answer["time-offset"]),
          },
        }
      : undefined,
};

/** The next page of a domain's companies begins at an object. */
const BY_COMPANY: PagingStyle = {
  first: (call, limit) => ({ ...call, body: { ...(call.body as JsonObject), limit: Math.min(limit, 100) } }),
  next: ({ answer: { hasMore, offset } }, call) =>
    hasMore === true
      ? { ...call, body: { ...(call.body as JsonObject), offset: offset ?? null } }
      : undefined,
};

/** A filter's property may contain its type: `email|string`. */
const toFilter = ({ propertyName, operator = "EQ", value }: JsonObject): JsonObject => ({
  propertyName: toText(propertyName).split("|")[0] ?? "",
  operator,
  ...(value !== undefined && { value: toText(value) }),
});

const createSearch = (object: string): OperationDescription => ({
  method: "POST",
  path: `/crm/v3/objects/${object}/search`,
  body: fields(
    {
      filterGroups: (context, itemIndex) =>
        context
          .list("filterGroupsUi.filterGroupsValues", itemIndex)
          .filter(isObject)
          .map(({ filtersUi }) => {
            const filters = isObject(filtersUi) ? filtersUi.filterValues : undefined;
            return { filters: Array.isArray(filters) ? filters.filter(isObject).map(toFilter) : [] };
          }),
      properties: param("additionalFields.properties", toList),
      query: param("additionalFields.query"),
    },
    {
      sorts: (context, itemIndex) => {
        const { sortBy, direction = "ASCENDING" } = context.object("additionalFields", itemIndex);
        return sortBy ? [{ propertyName: sortBy, direction }] : undefined;
      },
    },
  ),
  list: {
    at: "results",
    paging: byCursor({ cursor: "after", at: "paging.next.after", size: "limit", max: 100, inBody: true }),
    limit: 100,
  },
});

const createRecent = (path: string): OperationDescription => ({
  method: "GET",
  path,
  query: fields({
    since: param("filters.since", toMilliseconds),
    includePropertyVersions: param("filters.includePropertyVersions"),
  }),
  list: { at: "results", paging: byOffset("hasMore", "count"), limit: 100 },
});

/** Creates or updates the contact with an email address. Returns the whole contact if the node asks for it. */
const upsertContact: ServiceOperation = {
  methods: ["POST", "GET"],
  paths: ["/contacts/v1/contact/createOrUpdate/email/*", "/contacts/v1/contact/vid/*/profile"],
  each: async (context, itemIndex) => {
    const saved = await serviceApiRequest(context, itemIndex, {
      service: "hubspot",
      method: "POST",
      path: `/contacts/v1/contact/createOrUpdate/email/${encodePathPart(context.text("email", itemIndex))}`,
      body: {
        properties: asPropertyList(readContact("additionalFields"), "property")(context, itemIndex) ?? [],
      },
    });
    const json = isObject(saved) ? saved : {};
    const isWhole =
      context.node.version < 2
        ? context.flag("resolveData", itemIndex, true)
        : context.flag("options.resolveData", itemIndex);
    if (!isWhole) return [{ json }];
    const contact = await serviceApiRequest(context, itemIndex, {
      service: "hubspot",
      method: "GET",
      path: `/contacts/v1/contact/vid/${encodePathPart(toText(json.vid))}/profile`,
      query: { property: toList(context.parameter("additionalFields.properties", itemIndex) ?? "") },
    });
    return [{ json: isObject(contact) ? { ...contact, isNew: json.isNew ?? false } : json }];
  },
};

const CONTACTS: OperationTable = {
  "contact.upsert": upsertContact,
  "contact.get": {
    method: "GET",
    path: "/contacts/v1/contact/vid/{contactId}/profile",
    query: fields(
      collection(
        "additionalFields",
        {
          formSubmissionMode: "formSubmissionMode",
          listMemberships: "showListMemberships",
          propertyMode: "propertyMode",
        },
        listedOnly,
      ),
      readPropertyNames("additionalFields", "property"),
    ),
  },
  "contact.getAll": {
    method: "GET",
    path: "/contacts/v1/lists/all/contacts/all",
    query: fields(
      readPropertyNames("additionalFields", "property"),
      readPropertyNames("filters", "property"),
    ),
    list: {
      at: "contacts",
      paging: byCursor({ cursor: "vidOffset", at: "vid-offset", more: "has-more", size: "count", max: 100 }),
      limit: 100,
    },
  },
  "contact.getRecentlyCreatedUpdated": {
    method: "GET",
    path: "/contacts/v1/lists/recently_updated/contacts/recent",
    query: readPropertyNames("filters", "property"),
    list: { at: "contacts", paging: BY_CONTACT_AND_TIME, limit: 100 },
  },
  "contact.search": createSearch("contacts"),
  "contact.delete": { method: "DELETE", path: "/contacts/v1/contact/vid/{contactId}" },
};

const COMPANIES: OperationTable = {
  "company.create": {
    method: "POST",
    path: "/companies/v2/companies",
    body: fields({
      properties: (context, index) => [
        { name: "name", value: context.text("name", index) },
        ...(asPropertyList(readCompany("additionalFields"), "name")(context, index) as JsonObject[]),
      ],
    }),
  },
  "company.update": {
    method: "PUT",
    path: "/companies/v2/companies/{companyId}",
    body: fields({ properties: asPropertyList(readCompany("updateFields"), "name") }),
  },
  "company.get": {
    method: "GET",
    path: "/companies/v2/companies/{companyId}",
    query: fields({ includeMergeAudits: param("additionalFields.includeMergeAudits") }),
  },
  "company.delete": { method: "DELETE", path: "/companies/v2/companies/{companyId}" },
  "company.getAll": {
    method: "GET",
    path: "/companies/v2/companies/paged",
    query: readPropertyNames("options", "properties"),
    list: { at: "companies", paging: byOffset("has-more"), limit: 100 },
  },
  "company.getRecentlyCreatedUpdated": createRecent("/companies/v2/companies/recent/modified"),
  "company.getRecentlyModified": createRecent("/companies/v2/companies/recent/modified"),
  "company.getRecentlyCreated": createRecent("/companies/v2/companies/recent/created"),
  "company.searchByDomain": {
    method: "POST",
    path: "/companies/v2/domains/{domain}/companies",
    body: fields(
      { "requestOptions.properties": param("options.properties", toList, "domain,name") },
      { "offset.isPrimary": true, "offset.companyId": 0 },
    ),
    list: { at: "results", paging: BY_COMPANY, limit: 100 },
  },
};

const DEALS: OperationTable = {
  "deal.create": {
    method: "POST",
    path: "/deals/v1/deal",
    body: fields(
      {
        properties: (context, index) => [
          { name: "dealstage", value: context.text("stage", index) },
          ...(asPropertyList(readDeal("additionalFields"), "name")(context, index) as JsonObject[]),
        ],
      },
      collection(
        "additionalFields",
        {
          associatedCompany: ["associations.associatedCompanyIds", toNumberList],
          associatedVids: ["associations.associatedVids", toNumberList],
        },
        listedOnly,
      ),
    ),
  },
  "deal.update": {
    method: "PUT",
    path: "/deals/v1/deal/{dealId}",
    body: fields({ properties: asPropertyList(readDeal("updateFields"), "name") }),
  },
  "deal.get": {
    method: "GET",
    path: "/deals/v1/deal/{dealId}",
    query: fields({
      includePropertyVersions: param("additionalFields.includePropertyVersions"),
      includeAllValues: param("filters.includePropertyVersions"),
    }),
  },
  "deal.delete": { method: "DELETE", path: "/deals/v1/deal/{dealId}" },
  "deal.getAll": {
    method: "GET",
    path: "/deals/v1/deal/paged",
    query: fields(
      { includeAssociations: param("filters.includeAssociations") },
      readPropertyNames("filters", "properties"),
    ),
    list: { at: "deals", paging: byOffset(), limit: 100 },
  },
  "deal.getRecentlyCreatedUpdated": createRecent("/deals/v1/deal/recent/modified"),
  "deal.getRecentlyModified": createRecent("/deals/v1/deal/recent/modified"),
  "deal.getRecentlyCreated": createRecent("/deals/v1/deal/recent/created"),
  "deal.search": createSearch("deals"),
};

const FIRST = {
  company: "create",
  contact: "upsert",
  deal: "create",
  engagement: "create",
  ticket: "create",
};

/** HubSpot's CRM, in the form of its older APIs, because workflows read the fields of their responses. */
export const HUBSPOT = createDescribedNode({
  types: ["n8n-nodes-base.hubspot"],
  versions: [1, 2, 2.1, 2.2],
  service: "hubspot",
  standard: (version) => ({ resource: version < 2 ? "deal" : "contact", operations: FIRST }),
  operations: { ...CONTACTS, ...COMPANIES, ...DEALS, ...HUBSPOT_ENGAGEMENTS, ...HUBSPOT_TICKETS },
  unsupported: ({ parameters: { resource } }) =>
    resource === "contactList"
      ? "HubSpot ended its API of contact lists on April 30, 2026. Use HTTP Request with the Lists API"
      : undefined,
});
