import { createDescribedNode } from "../create-described-node.ts";
import { byLastId } from "../paging-styles.ts";
import { type CollectionNames, collection, fields, param } from "../request-fields.ts";
import type { OperationDescription, OperationTable } from "../service-description.ts";
import { getEntry, getPairs } from "../value-conversions.ts";

const BY_LAST_ID = byLastId({
  cursor: "starting_after",
  id: "id",
  more: "has_more",
  size: "limit",
  max: 100,
});

const METADATA = { metadata: ["metadata", getPairs("metadataProperties", "key", "value")] } as const;

const NAMES: CollectionNames = {
  ...METADATA,
  address: ["address", getEntry("details")],
  // The recipient's name and address are two collections in n8n.
  shipping: [
    "shipping",
    (value) => {
      const shipping = getEntry("shippingProperties")(value);
      if (shipping === null || typeof shipping !== "object" || Array.isArray(shipping)) return undefined;
      const { address = {}, ...rest } = shipping;
      return { ...rest, address: getEntry("details")(address) ?? {} };
    },
  ],
};

const read = (path: string): OperationDescription => ({ method: "GET", path });
const list = (path: string): OperationDescription => ({
  method: "GET",
  path,
  query: fields(collection("filters")),
  list: { at: "data", paging: BY_LAST_ID },
});

const CHARGES: OperationTable = {
  "balance.get": read("/balance"),
  "charge.create": {
    method: "POST",
    path: "/charges",
    form: fields(
      {
        customer: param("customerId"),
        currency: (context, itemIndex) => context.text("currency", itemIndex).toLowerCase() || undefined,
        amount: param("amount"),
        source: param("source"),
      },
      collection("additionalFields", NAMES),
    ),
  },
  "charge.get": read("/charges/{chargeId}"),
  "charge.getAll": list("/charges"),
  "charge.update": {
    method: "POST",
    path: "/charges/{chargeId}",
    form: fields(collection("updateFields", NAMES)),
  },
  "coupon.create": {
    method: "POST",
    path: "/coupons",
    form: fields({
      duration: param("duration", undefined, "once"),
      amount_off: (context, itemIndex) =>
        context.text("type", itemIndex) === "fixedAmount"
          ? context.number("amountOff", itemIndex, 0)
          : undefined,
      currency: param("currency"),
      percent_off: (context, itemIndex) =>
        context.text("type", itemIndex, "percent") === "percent"
          ? context.number("percentOff", itemIndex, 1)
          : undefined,
    }),
  },
  "coupon.getAll": list("/coupons"),
};

const CUSTOMERS: OperationTable = {
  "customer.create": {
    method: "POST",
    path: "/customers",
    form: fields({ name: param("name") }, collection("additionalFields", NAMES)),
  },
  "customer.get": read("/customers/{customerId}"),
  "customer.getAll": list("/customers"),
  "customer.update": {
    method: "POST",
    path: "/customers/{customerId}",
    form: fields(collection("updateFields", NAMES)),
  },
  "customer.delete": { method: "DELETE", path: "/customers/{customerId}" },
  "customerCard.add": {
    method: "POST",
    path: "/customers/{customerId}/sources",
    form: fields({ source: param("token") }),
  },
  "customerCard.get": read("/customers/{customerId}/sources/{sourceId}"),
  "customerCard.remove": { method: "DELETE", path: "/customers/{customerId}/sources/{cardId}" },
  "source.create": {
    method: "POST",
    path: "/customers/{customerId}/sources",
    form: fields(
      { type: param("type", undefined, "wechat"), amount: param("amount"), currency: param("currency") },
      collection("additionalFields", METADATA),
    ),
  },
  "source.get": read("/sources/{sourceId}"),
  "source.delete": { method: "DELETE", path: "/customers/{customerId}/sources/{sourceId}" },
};

/** Charges, coupons and customers: https://docs.stripe.com/api */
export const STRIPE = createDescribedNode({
  types: ["n8n-nodes-base.stripe"],
  versions: [1],
  service: "stripe",
  standard: {
    resource: "balance",
    operations: {
      balance: "get",
      charge: "get",
      coupon: "create",
      customer: "get",
      customerCard: "get",
      source: "create",
    },
  },
  operations: { ...CHARGES, ...CUSTOMERS },
});
