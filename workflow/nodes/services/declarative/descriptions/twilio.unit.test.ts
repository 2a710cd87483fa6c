import { testDescribedService } from "../described-service.fixture.ts";
import { TWILIO } from "./twilio.ts";

testDescribedService("Twilio", TWILIO, "twilio", {
  cases: [
    {
      name: "sends a message, with a callback",
      version: 1,
      parameters: {
        from: "+15551",
        to: "+15552",
        message: "Hi & bye",
        options: { statusCallback: "https://example.com/hook" },
      },
      replies: [{ status: 201, body: { sid: "SM1", status: "queued" } }],
      asks: [
        [
          "POST /Messages.json",
          "From=%2B15551&To=%2B15552&Body=Hi+%26+bye&StatusCallback=https%3A%2F%2Fexample.com%2Fhook",
        ],
      ],
      gives: [{ sid: "SM1", status: "queued" }],
    },
    {
      name: "sends a message to WhatsApp",
      version: 1,
      parameters: { from: "+15551", to: "whatsapp:+15552", toWhatsapp: true, message: "Hi", options: {} },
      replies: [{ status: 201, body: { sid: "SM2" } }],
      asks: [["POST /Messages.json", "From=whatsapp%3A%2B15551&To=whatsapp%3A%2B15552&Body=Hi"]],
      gives: [{ sid: "SM2" }],
    },
    {
      name: "calls and says a text",
      version: 1,
      parameters: { resource: "call", from: "+15551", to: "+15552", message: "Tea < coffee" },
      replies: [{ status: 201, body: { sid: "CA1" } }],
      asks: [
        [
          "POST /Calls.json",
          "From=%2B15551&To=%2B15552&Twiml=%3CResponse%3E%3CSay%3ETea+%26%2360%3B+coffee%3C%2FSay%3E%3C%2FResponse%3E",
        ],
      ],
      gives: [{ sid: "CA1" }],
    },
  ],
  refused: {
    version: 1,
    parameters: { from: "+15551", to: "x", message: "Hi" },
    reply: { status: 400, body: { code: 21211, message: "Invalid 'To' Phone Number: x", status: 400 } },
    reason: "Invalid 'To' Phone Number: x",
  },
  unsupported: {
    version: 1,
    parameters: { resource: "fax", operation: "send" },
    reason: "the operation 'send' of the resource 'fax' is not supported",
  },
});
