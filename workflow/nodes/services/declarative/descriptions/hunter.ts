import { createDescribedNode } from "../create-described-node.ts";
import { byOffset } from "../paging-styles.ts";
import { collection, fields, param } from "../request-fields.ts";
import type { OperationDescription } from "../service-description.ts";
import { joinList } from "../value-conversions.ts";

const SEARCH: OperationDescription = {
  method: "GET",
  path: "/domain-search",
  query: fields(
    { domain: param("domain") },
    collection("filters", {
      department: ["department", joinList],
      seniority: ["seniority", joinList],
    }),
  ),
};

/** Searches, finds and verifies email addresses: https://hunter.io/api-documentation/v2 */
export const HUNTER = createDescribedNode({
  types: ["n8n-nodes-base.hunter"],
  versions: [1],
  service: "hunter",
  // The node has operations but no resources.
  standard: { resource: "email", operations: { email: "domainSearch" } },
  operations: {
    "email.domainSearch": [
      {
        ...SEARCH,
        when: (context, itemIndex) => context.flag("onlyEmails", itemIndex, true),
        list: { at: "data.emails", paging: byOffset("offset", "limit", 100), limit: 100 },
      },
      {
        ...SEARCH,
        query: (context, itemIndex) => ({
          ...SEARCH.query?.(context, itemIndex),
          limit: context.flag("returnAll", itemIndex) ? 100 : context.number("limit", itemIndex, 100),
        }),
        output: "data",
      },
    ],
    "email.emailFinder": {
      method: "GET",
      path: "/email-finder",
      query: fields({
        domain: param("domain"),
        first_name: param("firstname"),
        last_name: param("lastname"),
      }),
      output: "data",
    },
    "email.emailVerifier": {
      method: "GET",
      path: "/email-verifier",
      query: fields({ email: param("email") }),
      output: "data",
    },
  },
});
