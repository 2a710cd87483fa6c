import { testDescribedService } from "../described-service.fixture.ts";
import { SHOPIFY } from "./shopify.ts";

const ORDERS = "/admin/api/2026-01/orders.json";

testDescribedService("Shopify", SHOPIFY, "shopify", {
  cases: [
    {
      name: "creates an order with additional fields",
      version: 1,
      parameters: {
        authentication: "accessToken",
        limeItemsUi: { lineItemValues: [{ productId: 5, quantity: 2, price: "3.00", title: "Tea" }] },
        additionalFields: {
          email: "ada@example.com",
          inventoryBehaviour: "decrementObeyingPolicy",
          shippingAddressUi: { shippingAddressValues: { firstName: "Ada", city: "London" } },
        },
      },
      replies: [{ status: 201, body: { order: { id: 1 } } }],
      asks: [
        [
          `POST ${ORDERS}`,
          {
            order: {
              line_items: [{ product_id: 5, quantity: 2, price: "3.00", title: "Tea" }],
              email: "ada@example.com",
              inventory_behaviour: "decrement_obeying_policy",
              shipping_address: { first_name: "Ada", city: "London" },
            },
          },
        ],
      ],
      gives: [{ id: 1 }],
    },
    {
      name: "returns all orders, following the link to the next page",
      version: 1,
      parameters: {
        operation: "getAll",
        returnAll: true,
        options: { createdAtMin: "2026-11-01T00:00:00Z", financialStatus: "partiallyPaid" },
      },
      replies: [
        {
          body: { orders: [{ id: 1 }] },
          headers: {
            link: `<https://example.myshopify.com${ORDERS}?page_info=p1&limit=250>; rel="previous", <https://example.myshopify.com${ORDERS}?page_info=p3&limit=250>; rel="next"`,
          },
        },
        { body: { orders: [{ id: 2 }] } },
      ],
      asks: [
        [
          `GET ${ORDERS}`,
          {
            status: "any",
            created_at_min: "2026-11-01T00:00:00.000Z",
            financial_status: "partially_paid",
            limit: "250",
          },
        ],
        [`GET ${ORDERS}`, { page_info: "p3", limit: "250" }],
      ],
      gives: [{ id: 1 }, { id: 2 }],
    },
    {
      name: "creates a product with options",
      version: 1,
      parameters: {
        resource: "product",
        title: "Teapot",
        additionalFields: {
          body_html: "<b>Hot</b>",
          productOptions: { option: [{ name: "Color", value: "red, blue" }] },
        },
      },
      replies: [{ status: 201, body: { product: { id: 5 } } }],
      asks: [
        [
          "POST /admin/api/2026-01/products.json",
          {
            product: {
              title: "Teapot",
              body_html: "<b>Hot</b>",
              options: [{ name: "Color", values: ["red", "blue"] }],
            },
          },
        ],
      ],
      gives: [{ id: 5 }],
    },
    {
      name: "deletes a product",
      version: 1,
      parameters: { resource: "product", operation: "delete", productId: "5" },
      replies: [{ body: {} }],
      asks: [["DELETE /admin/api/2026-01/products/5.json"]],
      gives: [{ success: true }],
    },
  ],
  refused: {
    version: 1,
    parameters: { resource: "product", title: "" },
    reply: { status: 422, body: { errors: { title: ["can't be blank"] } } },
    reason: "can't be blank",
  },
  unsupported: {
    version: 1,
    parameters: { resource: "customer", operation: "get" },
    reason: "the operation 'get' of the resource 'customer' is not supported",
  },
});
