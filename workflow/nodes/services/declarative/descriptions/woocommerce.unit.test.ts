import { testDescribedService } from "../described-service.fixture.ts";
import { WOOCOMMERCE } from "./woocommerce.ts";

testDescribedService("WooCommerce", WOOCOMMERCE, "woocommerce", {
  cases: [
    {
      name: "creates a product with additional fields and images",
      version: 1,
      parameters: {
        name: "Teapot",
        additionalFields: {
          regularPrice: "25.00",
          categories: ["3"],
          manageStock: true,
          stockQuantity: 4,
          upsellIds: "7, 8",
        },
        imagesUi: { imagesValues: [{ src: "https://example.com/a.png", alt: "" }] },
        metadataUi: { metadataValues: [{ key: "k", value: "v" }] },
      },
      replies: [{ status: 201, body: { id: 5 } }],
      asks: [
        [
          "POST /wp-json/wc/v3/products",
          {
            name: "Teapot",
            regular_price: "25.00",
            categories: [{ id: 3 }],
            manage_stock: true,
            stock_quantity: 4,
            upsell_ids: [7, 8],
            images: [{ src: "https://example.com/a.png" }],
            meta_data: [{ key: "k", value: "v" }],
          },
        ],
      ],
      gives: [{ id: 5 }],
    },
    {
      name: "returns all orders, as many pages as the header says",
      version: 1,
      parameters: {
        resource: "order",
        operation: "getAll",
        returnAll: true,
        options: { status: "processing", orderBy: "date" },
      },
      replies: [1, 2].map((id) => ({ body: [{ id }], headers: { "x-wp-totalpages": "2" } })),
      asks: [1, 2].map((page) => [
        "GET /wp-json/wc/v3/orders",
        { status: "processing", orderby: "date", per_page: "100", ...(page === 2 && { page: "2" }) },
      ]),
      gives: [{ id: 1 }, { id: 2 }],
    },
    {
      name: "creates an order with an address and lines",
      version: 1,
      parameters: {
        resource: "order",
        additionalFields: { paymentMethodId: "bacs", setPaid: true },
        billingUi: { billingValues: { firstName: "Ada", postcode: "1" } },
        lineItemsUi: { lineItemsValues: [{ productId: 5, quantity: 2, name: "" }] },
      },
      replies: [{ status: 201, body: { id: 6 } }],
      asks: [
        [
          "POST /wp-json/wc/v3/orders",
          {
            payment_method: "bacs",
            set_paid: true,
            billing: { first_name: "Ada", postcode: "1" },
            line_items: [{ product_id: 5, quantity: 2 }],
          },
        ],
      ],
      gives: [{ id: 6 }],
    },
    {
      name: "updates a customer",
      version: 1,
      parameters: {
        resource: "customer",
        operation: "update",
        customerId: "8",
        updateFields: { first_name: "Ada", meta_data: { meta_data_fields: [{ key: "k", value: "v" }] } },
      },
      replies: [{ body: { id: 8 } }],
      asks: [
        ["PUT /wp-json/wc/v3/customers/8", { first_name: "Ada", meta_data: [{ key: "k", value: "v" }] }],
      ],
      gives: [{ id: 8 }],
    },
    {
      name: "deletes a product",
      version: 1,
      parameters: { operation: "delete", productId: "5" },
      replies: [{ body: { id: 5 } }],
      asks: [["DELETE /wp-json/wc/v3/products/5", { force: "true" }]],
      gives: [{ id: 5 }],
    },
  ],
  refused: {
    version: 1,
    parameters: { operation: "get", productId: "404" },
    reply: { status: 404, body: { code: "woocommerce_rest_product_invalid_id", message: "Invalid ID." } },
    reason: "Invalid ID.",
  },
  unsupported: {
    version: 1,
    parameters: { resource: "coupon", operation: "create" },
    reason: "the operation 'create' of the resource 'coupon' is not supported",
  },
});
