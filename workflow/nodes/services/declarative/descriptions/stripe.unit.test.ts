import { testDescribedService } from "../described-service.fixture.ts";
import { STRIPE } from "./stripe.ts";

testDescribedService("Stripe", STRIPE, "stripe", {
  cases: [
    {
      name: "creates a customer with additional fields, as a form",
      version: 1,
      parameters: {
        resource: "customer",
        operation: "create",
        name: "Ada",
        additionalFields: {
          email: "ada@example.com",
          address: { details: { city: "London", line1: "1 Street" } },
          metadata: { metadataProperties: [{ key: "plan", value: "pro" }] },
        },
      },
      replies: [{ body: { id: "cus_1", object: "customer" } }],
      asks: [
        [
          "POST /customers",
          "name=Ada&email=ada%40example.com&address%5Bcity%5D=London&address%5Bline1%5D=1+Street&metadata%5Bplan%5D=pro",
        ],
      ],
      gives: [{ id: "cus_1", object: "customer" }],
    },
    {
      name: "returns all customers with an email address, page by page",
      version: 1,
      parameters: {
        resource: "customer",
        operation: "getAll",
        returnAll: true,
        filters: { email: "ada@example.com" },
      },
      replies: [
        { body: { object: "list", data: [{ id: "cus_1" }], has_more: true } },
        { body: { object: "list", data: [{ id: "cus_2" }], has_more: false } },
      ],
      asks: [
        ["GET /customers", { email: "ada@example.com", limit: "100" }],
        ["GET /customers", { email: "ada@example.com", limit: "100", starting_after: "cus_1" }],
      ],
      gives: [{ id: "cus_1" }, { id: "cus_2" }],
    },
    {
      name: "creates a charge with a shipping address",
      version: 1,
      parameters: {
        resource: "charge",
        operation: "create",
        customerId: "cus_1",
        amount: 500,
        currency: "EUR",
        source: "src_1",
        additionalFields: {
          shipping: {
            shippingProperties: [{ name: "Ada", address: { details: [{ line1: "1 Street" }] } }],
          },
        },
      },
      replies: [{ body: { id: "ch_1" } }],
      asks: [
        [
          "POST /charges",
          "customer=cus_1&currency=eur&amount=500&source=src_1&shipping%5Bname%5D=Ada&shipping%5Baddress%5D%5Bline1%5D=1+Street",
        ],
      ],
      gives: [{ id: "ch_1" }],
    },
    {
      name: "creates a coupon of a fixed amount",
      version: 1,
      parameters: {
        resource: "coupon",
        duration: "forever",
        type: "fixedAmount",
        amountOff: 300,
        currency: "usd",
      },
      replies: [{ body: { id: "c1" } }],
      asks: [["POST /coupons", "duration=forever&amount_off=300&currency=usd"]],
      gives: [{ id: "c1" }],
    },
    {
      name: "returns the balance by default",
      version: 1,
      parameters: {},
      replies: [{ body: { object: "balance" } }],
      asks: [["GET /balance"]],
      gives: [{ object: "balance" }],
    },
  ],
  refused: {
    version: 1,
    parameters: { resource: "charge", chargeId: "ch_404" },
    reply: {
      status: 404,
      body: { error: { message: "No such charge: 'ch_404'", type: "invalid_request_error" } },
    },
    reason: "No such charge: 'ch_404'",
  },
  unsupported: {
    version: 1,
    parameters: { resource: "token", operation: "create" },
    reason: "the operation 'create' of the resource 'token' is not supported",
  },
});
