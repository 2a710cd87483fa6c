import { testDescribedService } from "../described-service.fixture.ts";
import { MICROSOFT_EXCEL } from "./microsoft-excel.ts";

const rl = (value: string) => ({ __rl: true, mode: "list", value });
const IN = { resource: "worksheet", workbook: rl("w1"), worksheet: rl("s1") };
const SHEET = "/v1.0/me/drive/items/w1/workbook/worksheets/s1";
const USED = {
  address: "Sheet1!B2:C4",
  values: [
    ["name", "price"],
    ["tea", 3],
    ["milk", 1],
  ],
};
const ROWS = Array.from({ length: 500 }, (_, index) => ({ index, values: [[`a${index}`, index]] }));

testDescribedService("Microsoft Excel", MICROSOFT_EXCEL, "microsoft", {
  cases: [
    {
      name: "reads the used rows of a worksheet",
      version: 2.1,
      parameters: { ...IN, operation: "readRows", options: {} },
      replies: [{ body: USED }],
      asks: [[`GET ${SHEET}/usedRange`]],
      gives: [
        { name: "tea", price: 3 },
        { name: "milk", price: 1 },
      ],
    },
    {
      name: "reads a range whose names are in another row",
      version: 2,
      parameters: {
        ...IN,
        operation: "readRows",
        useRange: true,
        range: "A1:B3",
        keyRow: 1,
        dataStartRow: 2,
      },
      replies: [
        {
          body: {
            values: [
              ["x", ""],
              ["name", "n"],
              ["tea", 3],
            ],
          },
        },
      ],
      asks: [[`GET ${SHEET}/range(address='A1%3AB3')`]],
      gives: [{ name: "tea", n: 3 }],
    },
    {
      name: "appends the items below the used cells",
      version: 2,
      parameters: { ...IN, operation: "append", dataMode: "autoMap", options: {} },
      items: [{ name: "rum", price: 9, other: "x" }, { name: "ice" }],
      replies: [{ body: USED }, { body: {} }],
      asks: [
        [`GET ${SHEET}/usedRange`],
        [
          `PATCH ${SHEET}/range(address='B5%3AC6')`,
          {
            values: [
              ["rum", 9],
              ["ice", ""],
            ],
          },
        ],
      ],
      gives: [
        { name: "rum", price: 9 },
        { name: "ice", price: "" },
      ],
    },
    {
      name: "updates the matching row and adds the others",
      version: 2,
      parameters: {
        ...IN,
        operation: "upsert",
        dataMode: "define",
        columnToMatchOn: "name",
        valueToMatchOn: "={{ $json.what }}",
        fieldsUi: { values: [{ column: "price", fieldValue: "={{ $json.costs }}" }] },
      },
      items: [
        { what: "milk", costs: 2 },
        { what: "rum", costs: 9 },
      ],
      replies: [{ body: USED }, { body: {} }, { body: {} }],
      asks: [
        [`GET ${SHEET}/usedRange`],
        [
          `PATCH ${SHEET}/range(address='B3%3AC4')`,
          {
            values: [
              [null, null],
              [null, 2],
            ],
          },
        ],
        [`PATCH ${SHEET}/range(address='B5%3AC5')`, { values: [["rum", 9]] }],
      ],
      gives: [
        { name: "milk", price: 2 },
        { name: "rum", price: 9 },
      ],
    },
    {
      name: "returns all rows of a table, page by page",
      version: 2,
      parameters: { ...IN, resource: "table", table: rl("t1"), operation: "getRows", returnAll: true },
      replies: [
        { body: { value: [{ name: "a" }, { name: "b" }] } },
        { body: { value: ROWS } },
        { body: { value: [{ values: [["last", 500]] }] } },
      ],
      asks: [
        [`GET ${SHEET}/tables/t1/columns`],
        [`GET ${SHEET}/tables/t1/rows`, { $top: "500", $skip: "0" }],
        [`GET ${SHEET}/tables/t1/rows`, { $top: "500", $skip: "500" }],
      ],
      gives: [...ROWS.map(({ index }) => ({ a: `a${index}`, b: index })), { a: "last", b: 500 }],
    },
    {
      name: "appends to a table",
      version: 2,
      parameters: {
        ...IN,
        resource: "table",
        table: rl("t1"),
        dataMode: "define",
        fieldsUi: { values: [{ column: "b", fieldValue: 7 }] },
        options: { index: 0 },
      },
      replies: [{ body: { value: [{ name: "a" }, { name: "b" }] } }, { status: 201, body: {} }],
      asks: [
        [`GET ${SHEET}/tables/t1/columns`],
        [`POST ${SHEET}/tables/t1/rows/add`, { values: [["", 7]], index: 0 }],
      ],
      gives: [{ a: "", b: 7 }],
    },
  ],
  refused: {
    version: 2,
    parameters: { ...IN, operation: "readRows" },
    reply: { status: 404, body: { error: { code: "ItemNotFound", message: "The sheet does not exist." } } },
    reason: "The sheet does not exist.",
  },
  unsupported: {
    version: 2,
    parameters: { ...IN, operation: "append", dataMode: "raw" },
    reason: "the data mode 'Raw' is not supported",
  },
});
