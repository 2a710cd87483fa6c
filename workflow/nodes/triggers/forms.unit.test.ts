import { expect, test } from "vitest";
import type { JsonObject } from "../../model/item.ts";
import { runNode } from "../../testing/run-node.ts";
import { formPage, formTrigger } from "./form.ts";

import { fixtures, ISO } from "./trigger-cases.fixture.ts";

const fields = (...values: JsonObject[]): JsonObject => ({ formFields: { values } });
const filled = (values: object) => ({ ...values, submittedAt: ISO, formMode: "production" });

fixtures(formTrigger, [
  {
    name: "fields are named after their labels",
    version: 2.2,
    parameters: fields({ fieldLabel: "Company Name" }, { fieldLabel: "Staff", fieldType: "number" }),
    items: [{ "Company Name": "Acme", Staff: "12" }],
    outputs: [[filled({ "Company Name": "Acme", Staff: 12 })]],
  },
  {
    name: "the input may use names of letters, digits and underscores",
    version: 2,
    parameters: fields({ fieldLabel: "What's your name?" }),
    items: [{ what_s_your_name: "Ada" }],
    outputs: [[filled({ "What's your name?": "Ada" })]],
  },
  {
    name: "a message without other fields is the value of the first field",
    version: 1,
    parameters: fields({ fieldLabel: "Topic" }, { fieldLabel: "Tone" }),
    items: [{ message: "bees" }],
    outputs: [[filled({ Topic: "bees", Tone: null })]],
  },
  {
    name: "version 2.4 uses field names and a hidden field",
    version: 2.4,
    parameters: fields(
      { fieldLabel: "Your address", fieldName: "email", fieldType: "email" },
      { fieldType: "hiddenField", fieldName: "source", fieldValue: "page" },
    ),
    items: [{ email: "a@b.c" }],
    outputs: [[filled({ email: "a@b.c", source: "page" })]],
  },
  {
    name: "a field accepts one, several or no choices",
    parameters: fields(
      {
        fieldLabel: "Size",
        fieldType: "dropdown",
        fieldOptions: { values: [{ option: "S" }, { option: "L" }] },
      },
      { fieldLabel: "Goals", fieldType: "dropdown", multiselect: true },
      { fieldLabel: "Agree", fieldType: "checkbox" },
    ),
    items: [{ Size: "L", Goals: "grow, rest" }],
    outputs: [[filled({ Size: "L", Goals: ["grow", "rest"], Agree: [] })]],
  },
  {
    name: "fields can be defined as JSON",
    parameters: { defineForm: "json", jsonOutput: '[{"fieldLabel": "City"}]' },
    items: [{ City: "Rome" }],
    outputs: [[filled({ City: "Rome" })]],
  },
  {
    name: "a file is accepted",
    parameters: fields({ fieldLabel: "Your file(s)", fieldType: "file" }),
    items: [{ your_file_s: { data: "aGk=", fileName: "hi.txt" } }],
    outputs: [[filled({ "Your file(s)": [{ filename: "hi.txt", mimetype: "text/plain", size: 2 }] })]],
  },
]);

test("returns a form's files as binary data under the field's name", async () => {
  const { items } = await runNode({
    type: formTrigger,
    version: 2.3,
    parameters: fields({ fieldLabel: "Upload a file", fieldType: "file", multipleFiles: false }),
    items: [{ "Upload a file": "data:image/png;base64,iVBO" }],
  });
  expect(items[0]?.[0]?.json["Upload a file"]).toEqual({
    filename: "file.png",
    mimetype: "image/png",
    size: 3,
  });
  expect(items[0]?.[0]?.binary?.Upload_a_file).toMatchObject({ mimeType: "image/png", fileExtension: "png" });
});

fixtures(formPage, [
  {
    name: "a page without the caller's values returns its defaults",
    parameters: fields({ fieldLabel: "Colour", defaultValue: "red" }),
    outputs: [[filled({ Colour: "red" })]],
  },
  {
    name: "several items become one page",
    version: 1,
    parameters: fields({ fieldLabel: "Colour" }),
    items: [{ a: 1 }, { a: 2 }],
    outputs: [[filled({ Colour: null })]],
  },
  {
    name: "the last page passes its input on",
    parameters: { operation: "completion", completionTitle: "Thanks" },
    items: [{ a: 1 }],
    outputs: [[{ a: 1 }]],
  },
  { name: "a page can have no fields", parameters: {}, outputs: [[filled({})]] },
]);

test("responds with the last page of a form", async () => {
  const parameters = { operation: "completion", completionTitle: "Thanks", completionMessage: "Bye" };
  const { response } = await runNode({ type: formPage, version: 1, parameters });
  expect(response).toBe("Thanks\n\nBye");
});
