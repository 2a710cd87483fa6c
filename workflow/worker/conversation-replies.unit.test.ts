import { describe, expect, it } from "vitest";
import type { JsonObject } from "../model/item.ts";
import { CHAT, COLOR, form, set } from "../testing/asking-nodes.ts";
import { converse, createFile, type TestNode } from "../testing/converse.ts";

const approval = (parameters: JsonObject): TestNode => ({
  name: "Ask",
  type: "@n8n/n8n-nodes-langchain.chat",
  version: 1.1,
  parameters: { operation: "sendAndWait", message: "=Post {{ $json.chatInput }}?", ...parameters },
});

describe("the Chat node", () => {
  const createChat = (parameters: JsonObject) =>
    createFile(
      [CHAT, approval(parameters), set("End", "$json.chatInput ?? $json.data.approved")],
      ["Start -> Ask", "Ask -> End"],
    );

  it("asks its message, and outputs the reply as a message", async () => {
    const turns = await converse(createChat({}), ["it", "Yes: on Monday"]);
    expect(turns.map(({ answer }) => answer)).toEqual(["Post it?", "Yes: on Monday"]);
    expect(turns[1]?.nodes.Ask).toEqual([
      [{ sessionId: "run_1", action: "sendMessage", chatInput: "Yes: on Monday" }],
    ]);
  });

  it("repeats an approval until the reply names one of its buttons", async () => {
    const double = { responseType: "approval", approvalOptions: { values: { approvalType: "double" } } };
    const turns = await converse(createChat(double), ["it", "maybe", "No."]);
    expect(turns.map(({ answer }) => answer)).toEqual([
      "Post it?\n\nReply “Approve” or “Decline”.",
      "Please reply “Approve” or “Decline”.\n\nPost it?\n\nReply “Approve” or “Decline”.",
      false,
    ]);
  });

  it("shows its message after what the workflow has responded", async () => {
    const file = createFile(
      [
        CHAT,
        {
          name: "Hello",
          type: "respondToWebhook",
          version: 1.1,
          parameters: { respondWith: "text", responseBody: "Hello" },
        },
        approval({}),
      ],
      ["Start -> Hello", "Hello -> Ask"],
    );
    expect((await converse(file, ["it"]))[0]?.answer).toBe("Hello\n\nPost it?");
  });
});

describe("a form with several fields", () => {
  const file = createFile(
    [
      CHAT,
      form(
        "Ask",
        { fieldLabel: "Name", requiredField: true, placeholder: "Ada" },
        { fieldLabel: "Age", fieldType: "number" },
        {
          fieldLabel: "Colors",
          fieldType: "dropdown",
          multiselect: true,
          fieldOptions: { values: [{ option: "Red" }, { option: "Blue" }] },
        },
      ),
    ],
    ["Start -> Ask"],
  );
  const QUESTION =
    "For \n\n- Name (required; such as Ada)\n- Age\n- Colors (one or more of: Red, Blue)\n\nReply with one line for each field, such as “Name: …”.";
  const expected = { Name: "Bob", Age: 42, Colors: ["Red", "Blue"] };

  it.each([
    ['{"name": "Bob", "Age": 42, "Colors": ["Red", "Blue"]}'],
    ["Name: Bob\n- age: 42\nColors: red, blue"],
  ])("takes JSON, or a line for each field: %s", async (reply) => {
    const [asked, answered] = await converse(file, ["go", reply]);
    expect(asked?.answer).toBe(QUESTION);
    expect(answered?.nodes.Ask?.[0]?.[0]).toMatchObject(expected);
  });

  it.each([
    ["Age: 42", "Please fill in Name."],
    ["Bob", "Please fill in Name."],
    [
      "Name: Bob\nAge: old\nColors: pink",
      "Age must be a number. Colors must be a list of the listed choices.",
    ],
  ])("asks again for what is missing or wrong: %s", async (reply, problem) => {
    const [, again, answered] = await converse(file, ["go", reply, JSON.stringify(expected)]);
    expect(again?.answer).toBe(`${problem}\n\n${QUESTION}`);
    expect(answered?.nodes.Ask?.[0]?.[0]).toMatchObject(expected);
  });
});

it("a file of the reply is the value of a file field, which asks again without one", async () => {
  const file = createFile(
    [CHAT, form("Ask", { fieldLabel: "Photo", fieldType: "file", requiredField: true })],
    ["Start -> Ask"],
  );
  const photo = { fileName: "me.png", mimeType: "image/png", data: "aGk=" };
  const [asked, again, answered] = await converse(file, ["go", "here", { message: "here", files: [photo] }]);
  expect(asked?.answer).toBe("For \n\nPhoto (required; files)");
  expect(again?.answer).toContain("Please attach a file for Photo.");
  expect(answered?.nodes.Ask?.[0]?.[0]?.Photo).toEqual([
    { filename: "me.png", mimetype: "image/png", size: 2 },
  ]);
});

it("a reply is in the field that the chat uses for messages if the workflow has no field for a message", async () => {
  const start: TestNode = {
    name: "Start",
    type: "formTrigger",
    version: 2.2,
    parameters: {
      formFields: { values: [{ fieldLabel: "City", requiredField: true }, { fieldLabel: "Note" }] },
    },
  };
  const file = createFile([start, form("Ask", COLOR)], ["Start -> Ask"]);
  const [, answered] = await converse(file, [
    { city: "Rome", note: "x" },
    { city: "red", note: "x" },
  ]);
  expect(answered?.nodes.Ask?.[0]?.[0]).toMatchObject({ Color: "red" });
  const [, byMessage] = await converse(file, [{ city: "Rome" }, "red"]);
  expect(byMessage?.nodes.Ask?.[0]?.[0]).toMatchObject({ Color: "red" });
});

it("a further page of a form asks for its values", async () => {
  const page: TestNode = {
    name: "Page",
    type: "form",
    version: 2.3,
    parameters: { formFields: { values: [COLOR] }, options: { formTitle: "One more question" } },
  };
  const [asked, answered] = await converse(createFile([CHAT, page], ["Start -> Page"]), ["go", "red"]);
  expect(asked?.answer).toBe("One more question\n\nColor (required)");
  expect(answered?.nodes.Page?.[0]?.[0]).toMatchObject({ Color: "red", formMode: "production" });
});

it("a message that requests an approval is not sent, because the person is asked instead", async () => {
  const parameters = { operation: "sendAndWait", message: "Refund 5 EUR?", subject: "Refund" };
  const file = createFile(
    [CHAT, { name: "Ask", type: "emailSend", version: 2.1, parameters }],
    ["Start -> Ask"],
  );
  const [asked, answered] = await converse(file, ["go", "approve"]);
  expect(asked?.answer).toBe("Refund\n\nRefund 5 EUR?\n\nReply “Approve”.");
  expect(answered?.nodes.Ask).toEqual([[{ data: { approved: true } }]]);
});
