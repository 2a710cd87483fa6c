import { byCursor, byOffset } from "../paging-styles.ts";
import {
  type CollectionNames,
  collection,
  type FieldPart,
  fields,
  listedOnly,
  param,
} from "../request-fields.ts";
import type { OperationTable } from "../service-description.ts";
import { getEntry, toNumber } from "../value-conversions.ts";

/** The second version of the API. The first has ended for all records except leads, notes and files. */
export const V2 = "/api/v2";
export const BY_CURSOR = byCursor({
  cursor: "cursor",
  at: "additional_data.next_cursor",
  size: "limit",
  max: 500,
});
const BY_START = byOffset("start", "limit", 500);

/** Links a new deal or lead to the organization or person that the node selects. */
export const linked =
  (organization: string, person: string): FieldPart =>
  (context, itemIndex) =>
    context.text("associateWith", itemIndex, "organization") === "organization"
      ? fields({ [organization]: param(organization, toNumber) })(context, itemIndex)
      : fields({ [person]: param(person, toNumber) })(context, itemIndex);

const LEAD: CollectionNames = {
  organization_id: ["organization_id", toNumber],
  owner_id: ["owner_id", toNumber],
  person_id: ["person_id", toNumber],
  value: ["value", getEntry("valueProperties")],
};

/** Leads, notes and files, which only the first version of the API has. */
const createFirstOperations = (
  name: string,
  plural: string,
  names: CollectionNames,
  first: FieldPart,
): OperationTable => {
  const path = `/v1/${plural}`;
  const one = `${path}/{${name}Id}`;
  return {
    [`${name}.create`]: {
      method: "POST",
      path,
      body: fields(first, collection("additionalFields", names)),
      output: "data",
    },
    [`${name}.update`]: {
      method: name === "lead" ? "PATCH" : "PUT",
      path: one,
      body: fields(collection("updateFields", names)),
      output: "data",
    },
    [`${name}.get`]: { method: "GET", path: one, output: "data" },
    [`${name}.delete`]: { method: "DELETE", path: one, output: "data" },
    [`${name}.getAll`]: {
      method: "GET",
      path,
      query: fields(collection("filters", names), collection("additionalFields", names)),
      list: { at: "data", paging: BY_START, limit: 100 },
    },
  };
};

const { "file.create": _, "file.getAll": __, ...FILES } = createFirstOperations("file", "files", {}, {});

const PRODUCTS: OperationTable = {
  "product.getAll": {
    method: "GET",
    path: `${V2}/products`,
    list: { at: "data", paging: BY_CURSOR, limit: 100 },
  },
  "dealProduct.getAll": {
    method: "GET",
    path: `${V2}/deals/{dealId}/products`,
    list: { at: "data", paging: BY_CURSOR, limit: 100 },
  },
  "dealProduct.add": {
    method: "POST",
    path: `${V2}/deals/{dealId}/products`,
    body: fields(
      {
        product_id: param("productId", toNumber),
        item_price: param("item_price"),
        quantity: param("quantity", undefined, 1),
      },
      collection("additionalFields", { discount_percentage: "discount" }),
    ),
    output: "data",
  },
  "dealProduct.update": {
    method: "PATCH",
    path: `${V2}/deals/{dealId}/products/{productAttachmentId}`,
    body: fields(collection("updateFields", { discount_percentage: "discount" })),
    output: "data",
  },
  "dealProduct.remove": {
    method: "DELETE",
    path: `${V2}/deals/{dealId}/products/{productAttachmentId}`,
    output: "data",
  },
  "dealActivity.getAll": {
    method: "GET",
    path: `${V2}/activities`,
    query: fields({ deal_id: param("dealId") }, collection("additionalFields", { done: "done" }, listedOnly)),
    list: { at: "data", paging: BY_CURSOR, limit: 100 },
  },
};

/** Leads, notes, files, and the products and activities of deals. */
export const PIPEDRIVE_OTHERS: OperationTable = {
  ...PRODUCTS,
  ...FILES,
  ...createFirstOperations(
    "lead",
    "leads",
    LEAD,
    fields({ title: param("title") }, linked("organization_id", "person_id")),
  ),
  ...createFirstOperations("note", "notes", {}, { content: param("content") }),
};
