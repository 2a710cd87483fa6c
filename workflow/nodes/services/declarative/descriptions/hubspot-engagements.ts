import type { JsonObject } from "../../../../model/item.ts";
import { byCursor } from "../paging-styles.ts";
import { collection, fields, omitEmpty, within } from "../request-fields.ts";
import type { OperationTable, ReadValue } from "../service-description.ts";
import { toList, toMilliseconds, toNumberList } from "../value-conversions.ts";

const toAddresses = (value: JsonObject[string] | undefined): JsonObject[] =>
  toList(value ?? "").map((email) => ({ email }));

/** Returns the metadata of an email: https://developers.hubspot.com/docs/api-reference/legacy/crm/activities/engagements */
function toEmail({
  fromEmail = "",
  firstName = "",
  lastName = "",
  toEmail: to,
  cc,
  bcc,
  ...rest
}: JsonObject) {
  return {
    ...omitEmpty(rest),
    from: omitEmpty({ email: fromEmail, firstName, lastName }),
    to: toAddresses(to),
    cc: toAddresses(cc),
    bcc: toAddresses(bcc),
  };
}

const readMetadata: ReadValue = (context, itemIndex) => {
  const metadata = context.object("metadata", itemIndex);
  if (context.text("type", itemIndex) === "email") return toEmail(metadata);
  const { startTime, endTime, ...rest } = omitEmpty(metadata);
  return {
    ...rest,
    ...(startTime !== undefined && { startTime: toMilliseconds(startTime) }),
    ...(endTime !== undefined && { endTime: toMilliseconds(endTime) }),
  };
};

const ASSOCIATIONS = ["companyIds", "contactIds", "dealIds", "ownerIds", "ticketIds"];

/** Calls, emails, meetings and tasks. */
export const HUBSPOT_ENGAGEMENTS: OperationTable = {
  "engagement.create": {
    method: "POST",
    path: "/engagements/v1/engagements",
    body: fields(
      { "engagement.type": (context, index) => context.text("type", index).toUpperCase() || undefined },
      { metadata: readMetadata },
      within(
        "associations",
        collection(
          "additionalFields.associations",
          Object.fromEntries(ASSOCIATIONS.map((name) => [name, [name, toNumberList] as const])),
        ),
      ),
    ),
  },
  "engagement.get": { method: "GET", path: "/engagements/v1/engagements/{engagementId}" },
  "engagement.delete": { method: "DELETE", path: "/engagements/v1/engagements/{engagementId}" },
  "engagement.getAll": {
    method: "GET",
    path: "/engagements/v1/engagements/paged",
    list: {
      at: "results",
      paging: byCursor({ cursor: "offset", at: "offset", more: "hasMore", size: "limit", max: 250 }),
      limit: 100,
    },
  },
};
