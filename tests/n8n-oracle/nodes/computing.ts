import type { JsonObject } from "../../../workflow/model/item.ts";
import { pickExpression, pickField } from "../item-data.ts";
import type { Random } from "../random.ts";
import type { NodeRecipe } from "./node-recipe.ts";

const DATES = [
  ...["2024-01-31", "2024-02-29T12:30:00Z", "2024-03-31T02:30:00", "2024-11-03T01:30:00.250+05:30"],
  ...[
    "1714521600",
    "1714521600.25",
    "1714521600123",
    "01/02/2024",
    "Fri, 31 May 2024 10:00:00 GMT",
    "31 May 2024 10:00",
  ],
  ...["2024-05-31 10:00:00", "May 31, 2024", "20240531", "x", ""],
  ...[1714521600, 1714521600.25, 1714521600123],
  ...["={{ $json.date ?? '2024-05-31' }}", "={{ $json.value ?? 5 }}"],
];
const UNITS = ["year", "quarter", "month", "week", "day", "hour", "minute", "second", "millisecond"];
const ZONES = ["Europe/Berlin", "America/New_York", "Asia/Kolkata", "UTC"];

function dateTimeV1(random: Random): JsonObject {
  const action = random.pick(["format", "format", "calculate"]);
  return {
    action,
    value: random.pick(DATES),
    ...(random.chance(0.3) && { dataPropertyName: "out.date" }),
    ...(action === "format"
      ? {
          toFormat: random.pick([
            "MM/DD/YYYY",
            "YYYY-MM-DD HH:mm",
            "X",
            "x",
            "ddd Do MMM YY h:mm a",
            "dddd, w W E",
            "[at] SSS Z",
          ]),
        }
      : {
          operation: random.pick(["add", "subtract"]),
          duration: random.pick([0, 1, 40, 1.5]),
          timeUnit: `${random.pick(UNITS)}s`,
        }),
    options: {
      ...(random.chance(0.2) && { fromFormat: random.pick(["YYYY-MM-DD", "X", "x", "DD/MM/YYYY"]) }),
      ...(random.chance(0.3) && { fromTimezone: random.pick(ZONES) }),
      ...(action === "format" && random.chance(0.3) && { toTimezone: random.pick(ZONES) }),
    },
  };
}

function dateTimeV2(random: Random): JsonObject {
  const operation = random.pick([
    "addToDate",
    "subtractFromDate",
    "formatDate",
    "roundDate",
    "getTimeBetweenDates",
    "extractDate",
  ]);
  const own: Record<string, () => JsonObject> = {
    addToDate: () => ({
      magnitude: random.pick(DATES),
      timeUnit: `${random.pick(UNITS)}s`,
      duration: random.pick([0, 1, 40, 1.5, -3]),
    }),
    subtractFromDate: () => ({
      magnitude: random.pick(DATES),
      timeUnit: `${random.pick(UNITS)}s`,
      duration: random.pick([0, 1, 40]),
    }),
    formatDate: () => ({
      date: random.pick(DATES),
      format: random.pick([
        "MM/dd/yyyy",
        "yyyy/MM/dd",
        "MMMM dd yyyy",
        "MM-dd-yyyy",
        "yyyy-MM-dd",
        "X",
        "x",
        "custom",
      ]),
      customFormat: random.pick(["cccc yyyy LLL HH:mm ZZ", "DDDD", "kkkk-'W'WW", "q"]),
    }),
    roundDate: () =>
      random.chance(0.5)
        ? { date: random.pick(DATES), mode: "roundDown", toNearest: random.pick(UNITS.slice(0, 8)) }
        : { date: random.pick(DATES), mode: "roundUp", to: random.pick(UNITS.slice(0, 8)) },
    getTimeBetweenDates: () => ({
      startDate: random.pick(DATES),
      endDate: random.pick(DATES),
      units: random.sample(UNITS, 1 + random.below(3)),
    }),
    extractDate: () => ({
      date: random.pick(DATES),
      part: random.pick(["year", "month", "week", "day", "hour", "minute", "second"]),
    }),
  };
  return {
    operation,
    ...own[operation]?.(),
    ...(random.chance(0.3) && { outputFieldName: random.pick(["out", "a.b"]) }),
    options: {
      ...(random.chance(0.3) && { includeInputFields: true }),
      ...(random.chance(0.3) && operation !== "formatDate" && { timezone: random.pick(ZONES) }),
      ...(operation === "formatDate" && random.chance(0.4) && { timezone: random.chance(0.5) }),
      ...(operation === "formatDate" &&
        random.chance(0.25) && { fromFormat: random.pick(["yyyy-MM-dd", "X", "x", "dd/MM/yyyy"]) }),
      ...(operation === "getTimeBetweenDates" && random.chance(0.3) && { isoString: true }),
    },
  };
}

const crypto = (random: Random, _version: number, sources: readonly string[]): JsonObject => ({
  action: "hash",
  type: random.pick(["MD5", "SHA256", "SHA3-256", "SHA384", "SHA512"]),
  value: random.chance(0.3) ? "text" : pickExpression(random, sources),
  ...(random.chance(0.5) && { dataPropertyName: random.pick(["out", "a.b", "nested.hash"]) }),
  ...(random.chance(0.4) && { encoding: random.pick(["hex", "base64"]) }),
});

const hmac = (random: Random, version: number, sources: readonly string[]): JsonObject => ({
  ...crypto(random, version, sources),
  action: "hmac",
  secret: random.pick(["key", ""]),
});

const stopAndError = (random: Random, _version: number, sources: readonly string[]): JsonObject =>
  random.chance(0.5)
    ? { errorMessage: random.pick(["Stop!", "", pickExpression(random, sources)]) }
    : {
        errorType: "errorObject",
        errorObject: random.pick(['{"message": "m", "code": 3}', '{"x": 1}', '{"error": "e"}', "x", "{}"]),
      };

const PAGES = [
  "<div class='a'> <p>One</p>\n<p>Two <b>bold</b></p> </div><a href='/x'>link</a><input value='v'>",
  "={{ '<ul><li>' + $json.name + '</li><li> b </li></ul>' }}",
  "={{ $json.name }}",
];

function html(random: Random, version: number): JsonObject {
  const operation = random.pick(["generateHtmlTemplate", "convertToHtmlTable"]);
  if (operation === "generateHtmlTemplate")
    return {
      operation,
      html: random.pick([
        "<p>{{ $json.name }}</p>",
        "={{ $json.value }}",
        "<b>{{ $json.none }}{{ $json.list }}</b>",
        "x",
      ]),
    };
  return {
    operation,
    options: {
      ...(random.chance(0.4) && { capitalize: true }),
      ...(random.chance(0.4) && { customStyling: true }),
      ...(random.chance(0.3) && {
        caption: "All",
        tableAttributes: 'id="t"',
        headerAttributes: "h",
        rowAttributes: "r",
        cellAttributes: "c",
      }),
      ...(version > 1.1 && {}),
    },
  };
}

const extraction = (random: Random): JsonObject => ({
  dataPropertyName: random.pick(["page", "page", "name", "none"]),
  extractionValues: {
    values: Array.from({ length: 1 + random.below(2) }, (_, index) => {
      const returnValue = random.pick(["text", "html", "attribute", "value"]);
      return {
        key: `k${index}`,
        cssSelector: random.pick(["p", ".a", "a", "input", "li", "nope", "div > p"]),
        returnValue,
        ...(returnValue === "attribute" && { attribute: "href" }),
        ...(returnValue === "text" && random.chance(0.3) && { skipSelectors: "b" }),
        ...(random.chance(0.4) && { returnArray: true }),
      };
    }),
  },
  options: {
    ...(random.chance(0.4) && { trimValues: random.chance(0.5) }),
    ...(random.chance(0.4) && { cleanUpText: random.chance(0.5) }),
  },
});

/** Sets the page that the next node reads. */
export const pageAssignment = (random: Random): JsonObject => ({
  assignments: { assignments: [{ id: "1", name: "page", type: "string", value: random.pick(PAGES) }] },
  includeOtherFields: true,
  options: { ignoreConversionErrors: true },
});

const MARKDOWN = [
  "# T\n\n- a\n- b\n\n**b** _i_ [l](http://x.y)\n\n```js\nx\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n",
  "~~x~~ http://a.b line\nbreak :smile: @me",
  "={{ $json.name }}",
  "",
];
const HTML = [
  "<h1>T</h1><ul><li>a</li><li>b</li></ul><p>x<br>y <b>b</b><i>i</i></p><pre><code>c</code></pre><a href='u'>l</a><img src='data:x'>",
  "={{ $json.name }}",
  "",
];

const markdown = (random: Random): JsonObject => {
  const isToHtml = random.chance(0.5);
  const flags = [
    "simpleLineBreaks",
    "tables",
    "strikethrough",
    "ghCodeBlocks",
    "noHeaderId",
    "headerLevelStart",
    "smoothLivePreview",
    "simplifiedAutoLink",
    "emoji",
    "tasklists",
    "backslashEscapesHTMLTags",
    "addBlankToLinks",
    "completeHTMLDocument",
    "ghMentions",
    "prefixHeaderId",
    "rawHeaderId",
    "splitAdjacentBlockquotes",
    "requireSpaceBeforeHeadingText",
    "encodeEmails",
    "customizedHeaderId",
    "excludeTrailingPunctuationFromURLs",
    "parseImgDimensions",
    "ghCompatibleHeaderId",
    "openLinksInNewWindow",
  ];
  const chosen = random.sample(
    flags.filter((name) => name !== "headerLevelStart" && name !== "prefixHeaderId"),
    random.below(4),
  );
  return {
    mode: isToHtml ? "markdownToHtml" : "htmlToMarkdown",
    ...(isToHtml ? { markdown: random.pick(MARKDOWN) } : { html: random.pick(HTML) }),
    ...(random.chance(0.3) && { destinationKey: random.pick(["out", "a.b"]) }),
    options: isToHtml
      ? Object.fromEntries(chosen.map((name) => [name, random.chance(0.8)]))
      : {
          ...(random.chance(0.3) && { bulletMarker: "-" }),
          ...(random.chance(0.3) && { codeFence: "~~~" }),
          ...(random.chance(0.3) && { emDelimiter: "*" }),
          ...(random.chance(0.3) && { strongDelimiter: "__" }),
          ...(random.chance(0.3) && { codeBlockStyle: random.pick(["indented", "fence"]) }),
          ...(random.chance(0.3) && { ignore: "b,h1" }),
          ...(random.chance(0.3) && { blockElements: "p,i" }),
          ...(random.chance(0.3) && { keepDataImages: true }),
          ...(random.chance(0.3) && { useLinkReferenceDefinitions: true }),
          ...(random.chance(0.3) && { maxConsecutiveNewlines: 1 }),
        },
  };
};

const xml = (random: Random): JsonObject => {
  const mode = random.pick(["jsonToxml", "xmlToJson"]);
  return {
    mode,
    ...(mode === "xmlToJson" && { dataPropertyName: random.pick(["name", "page"]) }),
    ...(random.chance(0.3) && mode === "jsonToxml" && { dataPropertyName: "x" }),
    options: {
      ...(random.chance(0.3) && { attrkey: "@" }),
      ...(random.chance(0.3) && { charkey: "#" }),
      ...(mode === "xmlToJson" && random.chance(0.3) && { explicitArray: true }),
      ...(mode === "xmlToJson" && random.chance(0.3) && { mergeAttrs: false }),
      ...(mode === "xmlToJson" && random.chance(0.3) && { normalize: true, normalizeTags: true, trim: true }),
      ...(mode === "jsonToxml" && random.chance(0.3) && { headless: true, rootName: "r" }),
      ...(mode === "jsonToxml" && random.chance(0.3) && { cdata: true, allowSurrogateChars: true }),
    },
  };
};

const convertToFile = (random: Random): JsonObject => {
  const operation = random.pick(["csv", "html", "toJson", "toText", "toBinary"]);
  return {
    operation,
    ...(operation === "toText" || operation === "toBinary" ? { sourceProperty: pickField(random) } : {}),
    ...(operation === "toJson" && random.chance(0.6) && { mode: random.pick(["once", "each"]) }),
    ...(random.chance(0.3) && { binaryPropertyName: "file" }),
    options: {
      ...(random.chance(0.3) && { fileName: random.pick(["x.txt", "y"]) }),
      ...(operation === "csv" && random.chance(0.3) && { headerRow: false }),
      ...(operation === "csv" && random.chance(0.3) && { delimiter: ";" }),
      ...(operation === "toJson" && random.chance(0.3) && { format: true }),
      ...(operation === "toBinary" && random.chance(0.4) && { dataIsBase64: false }),
      ...(operation.startsWith("to") &&
        operation !== "toBinary" &&
        random.chance(0.3) && { addBOM: true, encoding: "utf16le" }),
    },
  };
};

const debugHelper = (random: Random): JsonObject =>
  random.chance(0.5)
    ? { category: "doNothing" }
    : {
        category: "throwError",
        throwErrorType: random.pick(["NodeApiError", "NodeOperationError", "Error"]),
        throwErrorMessage: random.pick(["m", "Custom"]),
      };

const BASE = "n8n-nodes-base.";

/** Nodes that compute values and convert texts and files. */
export const COMPUTING: readonly NodeRecipe[] = [
  { type: `${BASE}dateTime`, versions: [1], weight: 1.5, create: dateTimeV1 },
  { type: `${BASE}dateTime`, versions: [2], weight: 3, create: dateTimeV2 },
  { type: `${BASE}crypto`, versions: [1, 2], weight: 1, create: crypto },
  { type: `${BASE}crypto`, versions: [1], weight: 0.5, create: hmac },
  { type: `${BASE}stopAndError`, versions: [1], weight: 0.7, create: stopAndError },
  { type: `${BASE}html`, versions: [1, 1.1, 1.2], weight: 1, create: html },
  {
    type: `${BASE}html`,
    versions: [1, 1.1, 1.2],
    weight: 1,
    create: (random) => ({ operation: "extractHtmlContent", ...extraction(random) }),
  },
  { type: `${BASE}htmlExtract`, versions: [1], weight: 0.5, create: extraction },
  { type: `${BASE}markdown`, versions: [1], weight: 1, create: markdown },
  { type: `${BASE}xml`, versions: [1], weight: 1, create: xml },
  { type: `${BASE}convertToFile`, versions: [1, 1.1], weight: 1, create: convertToFile },
  { type: `${BASE}debugHelper`, versions: [1], weight: 0.4, create: debugHelper },
];
