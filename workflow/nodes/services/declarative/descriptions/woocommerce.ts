import { isObject } from "../../../../model/is-object.ts";
import type { JsonObject } from "../../../../model/item.ts";
import { createDescribedNode } from "../create-described-node.ts";
import { byPageNumber } from "../paging-styles.ts";
import {
  type CollectionNames,
  collection,
  entries,
  type FieldPart,
  fields,
  param,
} from "../request-fields.ts";
import type { OperationDescription, OperationTable, ReadValue } from "../service-description.ts";
import { getEntries, toList, toNumberList, toSnakeCase } from "../value-conversions.ts";

const BASE = "/wp-json/wc/v3";
const BY_PAGE = byPageNumber({ page: "page", size: "per_page", max: 100, total: "x-wp-totalpages" });

const toIds = (value: Parameters<typeof toList>[0]) => toList(value).map((id) => ({ id: Number(id) }));

const PRODUCT: CollectionNames = {
  categories: ["categories", toIds],
  crossSellIds: ["cross_sell_ids", toNumberList],
  tags: ["tags", toIds],
  upsellIds: ["upsell_ids", toNumberList],
};
const ORDER: CollectionNames = { paymentMethodId: "payment_method", transactionID: "transaction_id" };
const CUSTOMER: CollectionNames = { meta_data: ["meta_data", getEntries("meta_data_fields")] };
const QUERY: CollectionNames = { orderBy: "orderby", decimalPoints: "dp" };

/** Renames the fields of an entry, such as `productId`, to the service's names. */
const toSnakeFields = (entry: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(entry).map(([name, value]) => {
      const metadata = name === "metadataUi" ? getEntries("metadataValues")(value) : undefined;
      return metadata === undefined ? [toSnakeCase(name), value] : ["meta_data", metadata];
    }),
  );

/** Reads the only entry of a collection. */
const entry =
  (path: string): ReadValue =>
  (context, itemIndex) => {
    const value = context.parameter(path, itemIndex);
    const only = Array.isArray(value) ? value[0] : value;
    return isObject(only) ? toSnakeFields(only) : undefined;
  };

const PRODUCT_PARTS = {
  dimensions: entry("dimensionsUi.dimensionsValues"),
  images: entries("imagesUi.imagesValues", toSnakeFields),
  meta_data: entries("metadataUi.metadataValues"),
};
const ORDER_PARTS = {
  billing: entry("billingUi.billingValues"),
  shipping: entry("shippingUi.shippingValues"),
  coupon_lines: entries("couponLinesUi.couponLinesValues", toSnakeFields),
  fee_lines: entries("feeLinesUi.feeLinesValues", toSnakeFields),
  line_items: entries("lineItemsUi.lineItemsValues", toSnakeFields),
  shipping_lines: entries("shippingLinesUi.shippingLinesValues", toSnakeFields),
  meta_data: entries("metadataUi.metadataValues"),
};

interface Resource {
  name: string;
  plural: string;
  names: CollectionNames;
  /** The fields of a new record. */
  first?: FieldPart;
  parts?: FieldPart;
}

const createOperations = ({ name, plural, names, first = {}, parts = {} }: Resource): OperationTable => {
  const path = `${BASE}/${plural}`;
  const one = `${path}/{${name}Id}`;
  const list: OperationDescription = {
    method: "GET",
    path,
    query: fields(collection("options", QUERY, toSnakeCase), collection("filters", QUERY, toSnakeCase)),
    list: { paging: BY_PAGE },
  };
  return {
    [`${name}.create`]: {
      method: "POST",
      path,
      body: fields(first, collection("additionalFields", names, toSnakeCase), parts),
    },
    [`${name}.update`]: {
      method: "PUT",
      path: one,
      body: fields(collection("updateFields", names, toSnakeCase), parts),
    },
    [`${name}.get`]: { method: "GET", path: one },
    [`${name}.getAll`]: list,
    [`${name}.delete`]: { method: "DELETE", path: one, query: () => ({ force: true }) },
  };
};

/** Products, orders and customers: https://woocommerce.github.io/woocommerce-rest-api-docs/ */
export const WOOCOMMERCE = createDescribedNode({
  types: ["n8n-nodes-base.wooCommerce"],
  versions: [1],
  service: "woocommerce",
  standard: { resource: "product", operations: { customer: "create", order: "create", product: "create" } },
  operations: {
    ...createOperations({
      name: "product",
      plural: "products",
      names: PRODUCT,
      first: { name: param("name") },
      parts: PRODUCT_PARTS,
    }),
    ...createOperations({ name: "order", plural: "orders", names: ORDER, parts: ORDER_PARTS }),
    ...createOperations({
      name: "customer",
      plural: "customers",
      names: CUSTOMER,
      first: { email: param("email") },
    }),
  },
});
