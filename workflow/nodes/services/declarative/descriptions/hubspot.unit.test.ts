import { testDescribedService } from "../described-service.fixture.ts";
import { HUBSPOT } from "./hubspot.ts";

const PROFILE = { vid: 7, properties: { email: { value: "ada@example.com" } } };
const ID = { __rl: true, mode: "id", value: "7" };

testDescribedService("HubSpot", HUBSPOT, "hubspot", {
  cases: [
    {
      name: "creates or updates a contact with additional fields and custom properties",
      version: 2.1,
      parameters: {
        authentication: "appToken",
        email: "ada@example.com",
        additionalFields: {
          firstName: "Ada",
          jobTitle: "Analyst",
          companyName: "Engines",
          customPropertiesUi: { customPropertiesValues: [{ property: "source_2", value: "web" }] },
        },
        options: {},
      },
      replies: [{ body: { vid: 7, isNew: true } }],
      asks: [
        [
          "POST /contacts/v1/contact/createOrUpdate/email/ada%40example.com",
          {
            properties: [
              { property: "firstname", value: "Ada" },
              { property: "jobtitle", value: "Analyst" },
              { property: "company", value: "Engines" },
              { property: "source_2", value: "web" },
            ],
          },
        ],
      ],
      gives: [{ vid: 7, isNew: true }],
    },
    {
      name: "returns the whole contact by default in version 1",
      version: 1,
      parameters: { resource: "contact", email: "ada@example.com", additionalFields: { lastName: "L" } },
      replies: [{ body: { vid: 7, isNew: false } }, { body: PROFILE }],
      asks: [
        ["POST /contacts/v1/contact/createOrUpdate/email/ada%40example.com"],
        ["GET /contacts/v1/contact/vid/7/profile"],
      ],
      gives: [{ ...PROFILE, isNew: false }],
    },
    {
      name: "returns all contacts, page by page",
      version: 2,
      parameters: {
        operation: "getAll",
        returnAll: true,
        additionalFields: { propertiesCollection: { propertiesValues: { properties: ["email", "phone"] } } },
      },
      replies: [
        { body: { contacts: [{ vid: 1 }], "has-more": true, "vid-offset": 1 } },
        { body: { contacts: [{ vid: 2 }], "has-more": false, "vid-offset": 2 } },
      ],
      asks: [
        ["GET /contacts/v1/lists/all/contacts/all", { property: "phone", count: "100" }],
        ["GET /contacts/v1/lists/all/contacts/all", { property: "phone", count: "100", vidOffset: "1" }],
      ],
      gives: [{ vid: 1 }, { vid: 2 }],
    },
    {
      name: "searches deals",
      version: 2.2,
      parameters: {
        resource: "deal",
        operation: "search",
        returnAll: true,
        filterGroupsUi: {
          filterGroupsValues: [
            { filtersUi: { filterValues: [{ propertyName: "po_number|string", operator: "EQ", value: 5 }] } },
          ],
        },
        additionalFields: { properties: ["dealname"], sortBy: "createdate", direction: "DESCENDING" },
      },
      replies: [
        { body: { total: 2, results: [{ id: "1" }], paging: { next: { after: "1" } } } },
        { body: { total: 2, results: [{ id: "2" }] } },
      ],
      asks: [1, 2].map((page) => [
        "POST /crm/v3/objects/deals/search",
        {
          filterGroups: [{ filters: [{ propertyName: "po_number", operator: "EQ", value: "5" }] }],
          properties: ["dealname"],
          sorts: [{ propertyName: "createdate", direction: "DESCENDING" }],
          limit: 100,
          ...(page === 2 && { after: "1" }),
        },
      ]),
      gives: [{ id: "1" }, { id: "2" }],
    },
    {
      name: "creates a deal with associations",
      version: 1,
      parameters: {
        stage: "appointmentscheduled",
        additionalFields: {
          dealName: "Engine",
          amount: 500,
          closeDate: "2026-11-28T00:00:00Z",
          associatedVids: [7],
        },
      },
      replies: [{ body: { dealId: 3 } }],
      asks: [
        [
          "POST /deals/v1/deal",
          {
            properties: [
              { name: "dealstage", value: "appointmentscheduled" },
              { name: "dealname", value: "Engine" },
              { name: "amount", value: 500 },
              { name: "closedate", value: 1_795_824_000_000 },
            ],
            associations: { associatedVids: [7] },
          },
        ],
      ],
      gives: [{ dealId: 3 }],
    },
    {
      name: "updates a company",
      version: 2,
      parameters: {
        resource: "company",
        operation: "update",
        companyId: ID,
        updateFields: { companyDomainName: "example.com" },
      },
      replies: [{ body: { companyId: 7 } }],
      asks: [["PUT /companies/v2/companies/7", { properties: [{ name: "domain", value: "example.com" }] }]],
      gives: [{ companyId: 7 }],
    },
    {
      name: "finds the companies of a domain",
      version: 2,
      parameters: {
        resource: "company",
        operation: "searchByDomain",
        domain: "example.com",
        returnAll: true,
      },
      replies: [
        {
          body: {
            results: [{ companyId: 1 }],
            hasMore: true,
            offset: { companyId: 1, isPrimary: true },
          },
        },
        { body: { results: [{ companyId: 2 }], hasMore: false } },
      ],
      asks: [0, 1].map((companyId) => [
        "POST /companies/v2/domains/example.com/companies",
        {
          limit: 100,
          requestOptions: { properties: ["domain", "name"] },
          offset: { companyId, isPrimary: true },
        },
      ]),
      gives: [{ companyId: 1 }, { companyId: 2 }],
    },
    {
      name: "logs an email",
      version: 2,
      parameters: {
        resource: "engagement",
        type: "email",
        metadata: { fromEmail: "me@example.com", toEmail: ["ada@example.com"], subject: "Hi", html: "<p>" },
        additionalFields: { associations: { contactIds: "7, 8" } },
      },
      replies: [{ body: { engagement: { id: 1 } } }],
      asks: [
        [
          "POST /engagements/v1/engagements",
          {
            engagement: { type: "EMAIL" },
            metadata: {
              subject: "Hi",
              html: "<p>",
              from: { email: "me@example.com" },
              to: [{ email: "ada@example.com" }],
              cc: [],
              bcc: [],
            },
            associations: { contactIds: [7, 8] },
          },
        ],
      ],
      gives: [{ engagement: { id: 1 } }],
    },
    {
      name: "creates a ticket and associates it",
      version: 2,
      parameters: {
        resource: "ticket",
        pipelineId: "0",
        stageId: "1",
        ticketName: "Help",
        additionalFields: { description: "Broken", associatedContactIds: [7] },
      },
      replies: [{ body: { objectId: 9 } }, { status: 204 }],
      asks: [
        [
          "POST /crm-objects/v1/objects/tickets",
          [
            { name: "hs_pipeline", value: "0" },
            { name: "hs_pipeline_stage", value: "1" },
            { name: "subject", value: "Help" },
            { name: "content", value: "Broken" },
          ],
        ],
        [
          "PUT /crm-associations/v1/associations/create-batch",
          [{ fromObjectId: 9, toObjectId: 7, category: "HUBSPOT_DEFINED", definitionId: 16 }],
        ],
      ],
      gives: [{ objectId: 9 }],
    },
    {
      name: "deletes a deal",
      version: 2,
      parameters: { resource: "deal", operation: "delete", dealId: ID },
      replies: [{ status: 204 }],
      asks: [["DELETE /deals/v1/deal/7"]],
      gives: [{ success: true }],
    },
  ],
  refused: {
    version: 2,
    parameters: { operation: "get", contactId: ID },
    reply: { status: 404, body: { status: "error", message: "contact does not exist" } },
    reason: "contact does not exist",
  },
  unsupported: {
    version: 2,
    parameters: { resource: "contactList", operation: "add" },
    reason: "HubSpot ended its API of contact lists",
  },
});
