import { isObject } from "../../../../model/is-object.ts";
import type { JsonObject } from "../../../../model/item.ts";
import { toText } from "../../../../model/json-text.ts";
import { createDescribedNode } from "../create-described-node.ts";
import { byLinkHeader } from "../paging-styles.ts";
import { type CollectionNames, collection, entries, fields, param } from "../request-fields.ts";
import type { OperationTable } from "../service-description.ts";
import { getEntries, getEntry, toIsoDate, toList, toSnakeCase } from "../value-conversions.ts";

/** Shopify answers a version that has ended with the oldest that it still supports. */
const BASE = "/admin/api/2026-01";
const BY_LINK = byLinkHeader("limit", 250);

const toSnakeFields = (entry: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(entry).map(([name, value]) => [toSnakeCase(name), value]));

const getAddress =
  (name: string): NonNullable<Exclude<CollectionNames[string], string>>[1] =>
  (value) => {
    const address = getEntry(name)(value);
    return isObject(address) ? toSnakeFields(address) : undefined;
  };

const ORDER: CollectionNames = {
  billingAddressUi: ["billing_address", getAddress("billingAddressValues")],
  discountCodesUi: ["discount_codes", getEntries("discountCodesValues")],
  inventoryBehaviour: ["inventory_behaviour", (value) => toSnakeCase(toText(value))],
  locationId: ["location_id", Number],
  shippingAddressUi: ["shipping_address", getAddress("shippingAddressValues")],
};

const PRODUCT: CollectionNames = {
  images: ["images", (value) => (Array.isArray(value) ? value : [value])],
  productOptions: [
    "options",
    (value) => {
      const options = getEntries("option")(value);
      if (!Array.isArray(options)) return undefined;
      return options
        .filter(isObject)
        .map(({ name = "", value: values = "" }) => ({ name, values: toList(values) }));
    },
  ],
};

const DATES = [
  "createdAtMin",
  "createdAtMax",
  "processedAtMin",
  "processedAtMax",
  "updatedAtMin",
  "updatedAtMax",
];
const ORDER_QUERY: CollectionNames = {
  ...Object.fromEntries(DATES.map((name) => [name, [toSnakeCase(name), toIsoDate] as const])),
  financialStatus: ["financial_status", (value) => toSnakeCase(toText(value))],
  status: ["status", (value) => toText(value).toLowerCase()],
};

const OPERATIONS: OperationTable = {
  "order.create": {
    method: "POST",
    path: `${BASE}/orders.json`,
    body: fields({
      order: fields(
        // The parameter is misspelled in n8n's files.
        { line_items: entries("limeItemsUi.lineItemValues", toSnakeFields) },
        collection("additionalFields", ORDER, toSnakeCase),
      ),
    }),
    output: "order",
  },
  "order.update": {
    method: "PUT",
    path: `${BASE}/orders/{orderId}.json`,
    body: fields({ order: fields(collection("updateFields", ORDER, toSnakeCase)) }),
    output: "order",
  },
  "order.get": {
    method: "GET",
    path: `${BASE}/orders/{orderId}.json`,
    query: fields(collection("options")),
    output: "order",
  },
  "order.getAll": {
    method: "GET",
    path: `${BASE}/orders.json`,
    query: fields({ status: "any" }, collection("options", ORDER_QUERY, toSnakeCase)),
    list: { at: "orders", paging: BY_LINK },
  },
  "order.delete": { method: "DELETE", path: `${BASE}/orders/{orderId}.json` },
  "product.create": {
    method: "POST",
    path: `${BASE}/products.json`,
    body: fields({ product: fields({ title: param("title") }, collection("additionalFields", PRODUCT)) }),
    output: "product",
  },
  "product.update": {
    method: "PUT",
    path: `${BASE}/products/{productId}.json`,
    body: fields({ product: fields(collection("updateFields", PRODUCT)) }),
    output: "product",
  },
  "product.get": {
    method: "GET",
    path: `${BASE}/products/{productId}.json`,
    query: fields(collection("additionalFields")),
    output: "product",
  },
  "product.getAll": {
    method: "GET",
    path: `${BASE}/products.json`,
    query: fields(collection("additionalFields")),
    list: { at: "products", paging: BY_LINK },
  },
  "product.delete": { method: "DELETE", path: `${BASE}/products/{productId}.json` },
};

/** Orders and products of a store: https://shopify.dev/docs/api/admin-rest */
export const SHOPIFY = createDescribedNode({
  types: ["n8n-nodes-base.shopify"],
  versions: [1],
  service: "shopify",
  standard: { resource: "order", operations: { order: "create", product: "create" } },
  operations: OPERATIONS,
});
