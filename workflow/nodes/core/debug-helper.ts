import { createHash, randomInt } from "node:crypto";
import type { Item, JsonObject } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";
import type { NodeType } from "../../model/node-type.ts";

/** Returns a random whole number that is at least 0 and less than `below`. */
type Draw = (below: number) => number;

/** Returns a function that draws different numbers in each run. */
function createDraw(): Draw {
  return (below) => randomInt(below);
}

/** Returns a function that draws the same numbers for the same seed. */
function createSeededDraw(seed: string): Draw {
  let count = 0;
  return (below) => {
    count += 1;
    return createHash("sha256").update(`${seed}:${count}`).digest().readUInt32BE(0) % below;
  };
}

/** Returns a random element of a list. */
function pick<Entry>(draw: Draw, from: readonly Entry[]): Entry {
  return from[draw(from.length)] as Entry;
}

/** Returns a random string of characters from an alphabet. */
function drawLetters(draw: Draw, length: number, alphabet: string): string {
  return Array.from({ length }, () => alphabet.charAt(draw(alphabet.length))).join("");
}

const FIRST_NAMES = [
  "Ada",
  "Alan",
  "Barbara",
  "Donald",
  "Edsger",
  "Frances",
  "Grace",
  "John",
  "Katherine",
  "Margaret",
];
const LAST_NAMES = [
  "Allen",
  "Dijkstra",
  "Hamilton",
  "Hopper",
  "Johnson",
  "Knuth",
  "Liskov",
  "Lovelace",
  "McCarthy",
  "Turing",
];
const STREETS = [
  "Church Street",
  "High Street",
  "Lake View",
  "Main Street",
  "Mill Lane",
  "Oak Avenue",
  "Park Road",
];
const CITIES = [
  "Fairview",
  "Franklin",
  "Georgetown",
  "Greenville",
  "Madison",
  "Riverside",
  "Salem",
  "Springfield",
];
const STATES = ["CA", "FL", "IL", "MA", "NY", "OR", "TX", "WA"];
const CARDS = ["American Express", "Mastercard", "Visa"];

const HEX = "0123456789abcdef";
const DIGITS = "0123456789";
const LOWER = "abcdefghijklmnopqrstuvwxyz";

/** The maximum length of an ID. n8n's default has 16 characters, so longer IDs are not useful. */
const LONGEST_NANO_ID = 1_000;

/** Returns a random record of the selected kind. Its email addresses and URLs use reserved domains. */
function drawRecord(context: NodeContext, draw: Draw): JsonObject {
  const kind = context.text("randomDataType", 0, "user");
  const firstname = pick(draw, FIRST_NAMES);
  const lastname = pick(draw, LAST_NAMES);
  const email = `${firstname}.${lastname}${draw(100)}@example.com`.toLowerCase();
  switch (kind) {
    case "user":
      return {
        uid: drawUuid(draw),
        email,
        firstname,
        lastname,
        password: drawLetters(draw, 12, LOWER + DIGITS),
      };
    case "address":
      return {
        firstname,
        lastname,
        street: `${1 + draw(999)} ${pick(draw, STREETS)}`,
        city: pick(draw, CITIES),
        zip: drawLetters(draw, 5, DIGITS),
        state: pick(draw, STATES),
        country: "United States",
      };
    case "coordinates":
      return { coordinates: `${drawDegrees(draw, 90)}, ${drawDegrees(draw, 180)}` };
    case "creditCard":
      return {
        type: pick(draw, CARDS),
        number: drawLetters(draw, 16, DIGITS),
        ccv: drawLetters(draw, 3, DIGITS),
        exp: `${String(1 + draw(12)).padStart(2, "0")}/${30 + draw(10)}`,
        holder_name: `${firstname} ${lastname}`,
      };
    case "email":
      return { email, confirmed: draw(2) === 1 };
    case "ipv4":
      return { ip: Array.from({ length: 4 }, () => draw(256)).join(".") };
    case "ipv6":
      return { ipv6: Array.from({ length: 8 }, () => drawLetters(draw, 4, HEX)).join(":") };
    case "macAddress":
      return { mac: Array.from({ length: 6 }, () => drawLetters(draw, 2, HEX)).join(":") };
    case "nanoIds":
      return { nanoId: drawNanoId(context, draw) };
    case "semver":
      return { semver: [draw(20), draw(20), draw(20)].join(".") };
    case "url":
      return { url: `https://${drawLetters(draw, 8, LOWER)}.example.com/${drawLetters(draw, 6, LOWER)}` };
    case "uuid":
      return { uuid: drawUuid(draw) };
    default:
      throw context.failure(
        `Unknown kind of random data '${kind}'. Use address, coordinates, creditCard, email, ipv4, ipv6, macAddress, nanoIds, semver, url, user or uuid`,
        {
          field: "randomDataType",
        },
      );
  }
}

function drawUuid(draw: Draw): string {
  const hex = drawLetters(draw, 32, HEX);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${pick(draw, ["8", "9", "a", "b"])}${hex.slice(17, 20)}-${hex.slice(20)}`;
}

function drawDegrees(draw: Draw, most: number): string {
  return (draw(2 * most * 10_000) / 10_000 - most).toFixed(4);
}

function drawNanoId(context: NodeContext, draw: Draw): string {
  const alphabet = context.text("nanoidAlphabet", 0, DIGITS + LOWER);
  const length = context.number("nanoidLength", 0, 16);
  if (alphabet === "") throw context.failure("The alphabet is empty", { field: "nanoidAlphabet" });
  if (!Number.isInteger(length) || length < 0 || length > LONGEST_NANO_ID)
    throw context.failure(`The length must be from 0 to ${LONGEST_NANO_ID}`, { field: "nanoidLength" });
  return drawLetters(draw, length, alphabet);
}

/** Throws a chosen error, or generates test data. */
export const DEBUG_HELPER_NODE: NodeType = {
  types: ["n8n-nodes-base.debugHelper"],
  versions: [1],
  unsupported: ({ parameters }) =>
    parameters.category === "oom" ? "it exhausts memory on purpose, which is not allowed in runs" : undefined,
  execute: async (context) => {
    const category = context.text("category", 0, "doNothing");
    if (category === "doNothing") return [[]];
    return [category === "throwError" ? await throwErrors(context) : generateItems(context)];
  },
};

function throwErrors(context: NodeContext): Promise<Item[]> {
  return context.each((_, itemIndex) => {
    const message = context.text("throwErrorMessage", itemIndex, "Node has thrown an error");
    throw context.failure(message, { itemIndex });
  });
}

/** The maximum number of records, more than any test of a workflow needs. */
const MOST_RECORDS = 10_000;

function generateItems(context: NodeContext): Item[] {
  const count = context.number("randomDataCount", 0, 10);
  if (!Number.isInteger(count) || count < 0 || count > MOST_RECORDS)
    throw context.failure(`The number of items must be from 0 to ${MOST_RECORDS}`, {
      field: "randomDataCount",
    });
  const seed = context.text("randomDataSeed", 0);
  const draw: Draw = seed === "" ? createDraw() : createSeededDraw(seed);
  const records = Array.from({ length: count }, (): JsonObject => drawRecord(context, draw));
  return context.flag("randomDataSingleArray", 0)
    ? [{ json: { generatedItems: records }, pairedItem: { item: 0 } }]
    : records.map((json) => ({ json, pairedItem: { item: 0 } }));
}
