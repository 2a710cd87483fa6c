import { testDescribedService } from "../described-service.fixture.ts";
import { HUNTER } from "./hunter.ts";

const EMAILS = Array.from({ length: 100 }, (_, index) => ({ value: `a${index}@example.com` }));

testDescribedService("Hunter", HUNTER, "hunter", {
  cases: [
    {
      name: "returns all email addresses of a domain, page by page",
      version: 1,
      parameters: {
        domain: "example.com",
        returnAll: true,
        filters: { type: "personal", seniority: ["senior", "executive"] },
      },
      replies: [{ body: { data: { emails: EMAILS } } }, { body: { data: { emails: [{ value: "last" }] } } }],
      asks: [0, 100].map((offset) => [
        "GET /domain-search",
        {
          domain: "example.com",
          type: "personal",
          seniority: "senior,executive",
          limit: "100",
          ...(offset > 0 && { offset: "100" }),
        },
      ]),
      gives: [...EMAILS, { value: "last" }],
    },
    {
      name: "returns everything about a domain",
      version: 1,
      parameters: { domain: "example.com", onlyEmails: false, limit: 5 },
      replies: [{ body: { data: { organization: "Example", emails: [] } } }],
      asks: [["GET /domain-search", { domain: "example.com", limit: "5" }]],
      gives: [{ organization: "Example", emails: [] }],
    },
    {
      name: "finds a person's address",
      version: 1,
      parameters: { operation: "emailFinder", domain: "example.com", firstname: "Ada", lastname: "L" },
      replies: [{ body: { data: { email: "ada@example.com", score: 97 } } }],
      asks: [["GET /email-finder", { domain: "example.com", first_name: "Ada", last_name: "L" }]],
      gives: [{ email: "ada@example.com", score: 97 }],
    },
    {
      name: "verifies an address",
      version: 1,
      parameters: { operation: "emailVerifier", email: "ada@example.com" },
      replies: [{ body: { data: { status: "valid" } } }],
      asks: [["GET /email-verifier", { email: "ada@example.com" }]],
      gives: [{ status: "valid" }],
    },
  ],
  refused: {
    version: 1,
    parameters: { operation: "emailVerifier", email: "x" },
    reply: { status: 400, body: { errors: [{ id: "wrong_params", details: "The email is invalid" }] } },
    reason: "The email is invalid",
  },
  unsupported: {
    version: 1,
    parameters: { operation: "emailCount" },
    reason: "the operation 'emailCount' of the resource 'email' is not supported",
  },
});
