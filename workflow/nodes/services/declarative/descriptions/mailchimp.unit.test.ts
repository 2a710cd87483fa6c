import { testDescribedService } from "../described-service.fixture.ts";
import { MAILCHIMP } from "./mailchimp.ts";

const MEMBERS = Array.from({ length: 1_000 }, (_, index) => ({ id: `m${index}` }));

testDescribedService("Mailchimp", MAILCHIMP, "mailchimp", {
  cases: [
    {
      name: "adds a member with options and merge fields",
      version: 1,
      parameters: {
        authentication: "oAuth2",
        list: "l1",
        email: "ada@example.com",
        status: "subscribed",
        options: { tags: "tea, vip", emailType: "html", vip: true },
        mergeFieldsUi: { mergeFieldsValues: [{ name: "FNAME", value: "Ada" }] },
      },
      replies: [{ body: { id: "m1" } }],
      asks: [
        [
          "POST /lists/l1/members",
          {
            email_address: "ada@example.com",
            status: "subscribed",
            tags: ["tea", "vip"],
            email_type: "html",
            vip: true,
            merge_fields: { FNAME: "Ada" },
          },
        ],
      ],
      gives: [{ id: "m1" }],
    },
    {
      name: "returns all members, page by page",
      version: 1,
      parameters: { operation: "getAll", list: "l1", returnAll: true, options: { status: "subscribed" } },
      replies: [{ body: { members: MEMBERS } }, { body: { members: [{ id: "last" }] } }],
      asks: [
        ["GET /lists/l1/members", { status: "subscribed", count: "1000" }],
        ["GET /lists/l1/members", { status: "subscribed", count: "1000", offset: "1000" }],
      ],
      gives: [...MEMBERS, { id: "last" }],
    },
    {
      name: "updates a member with JSON and lists",
      version: 1,
      parameters: {
        operation: "update",
        list: "l1",
        email: "ada@example.com",
        updateFields: {
          status: "unsubscribed",
          skipMergeValidation: true,
          mergeFieldsUi: { mergeFieldsValues: [{ name: "FNAME", value: "A" }] },
        },
      },
      replies: [{ body: { id: "m1" } }],
      asks: [
        [
          "PUT /lists/l1/members/ada%40example.com",
          { skip_merge_validation: "true" },
          { email_address: "ada@example.com", status: "unsubscribed", merge_fields: { FNAME: "A" } },
        ],
      ],
      gives: [{ id: "m1" }],
    },
    {
      name: "tags a member",
      version: 1,
      parameters: { resource: "memberTag", list: "l1", email: "a@example.com", tags: ["tea"] },
      replies: [{ status: 204 }],
      asks: [["POST /lists/l1/members/a%40example.com/tags", { tags: [{ name: "tea", status: "active" }] }]],
      gives: [{ success: true }],
    },
    {
      name: "sends a campaign",
      version: 1,
      parameters: { resource: "campaign", operation: "send", campaignId: "c1" },
      replies: [{ status: 204 }],
      asks: [["POST /campaigns/c1/actions/send"]],
      gives: [{ success: true }],
    },
  ],
  refused: {
    version: 1,
    parameters: { list: "l1", email: "ada@example.com", status: "subscribed" },
    reply: {
      status: 400,
      body: { title: "Member Exists", status: 400, detail: "ada@example.com is already a list member." },
    },
    reason: "ada@example.com is already a list member.",
  },
  unsupported: {
    version: 1,
    parameters: { resource: "automation", operation: "get" },
    reason: "the operation 'get' of the resource 'automation' is not supported",
  },
});
