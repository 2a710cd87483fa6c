import type { DateTime } from "luxon";

/** The tokens of Moment.js formats, which version 1 of Date & Time uses. */
const TOKENS =
  /\[[^\]]*\]|LLLL|LLL|LL|LTS|LT|L|llll|lll|ll|l|Mo|MMMM|MMM|MM|M|Qo|Q|DDDD|DDD|Do|DD|D|dddd|ddd|dd|do|d|e|E|wo|ww|w|Wo|WW|W|YYYY|YY|Y|gggg|gg|GGGG|GG|A|a|HH|H|hh|h|kk|k|mm|m|ss|s|S{1,9}|zz|z|ZZ|Z|X|x/g;

function formatOrdinal(number: number): string {
  const tens = number % 100;
  const ending = tens > 10 && tens < 14 ? "th" : (["th", "st", "nd", "rd"][number % 10] ?? "th");
  return `${number}${ending}`;
}

/** Luxon's names for tokens with the same output. */
const SAME: Readonly<Record<string, string>> = {
  MMMM: "MMMM",
  MMM: "MMM",
  MM: "MM",
  M: "M",
  Q: "q",
  DDDD: "ooo",
  DDD: "o",
  DD: "dd",
  D: "d",
  dddd: "cccc",
  ddd: "ccc",
  E: "c",
  WW: "WW",
  W: "W",
  ww: "nn",
  w: "n",
  YYYY: "yyyy",
  YY: "yy",
  Y: "y",
  GGGG: "kkkk",
  gggg: "iiii",
  gg: "ii",
  GG: "kk",
  A: "a",
  HH: "HH",
  H: "H",
  hh: "hh",
  h: "h",
  mm: "mm",
  m: "m",
  ss: "ss",
  s: "s",
  ZZ: "ZZZ",
  Z: "ZZ",
  X: "X",
  x: "x",
};

const WHOLE: Readonly<Record<string, string>> = {
  LT: "h:mm A",
  LTS: "h:mm:ss A",
  L: "MM/DD/YYYY",
  LL: "MMMM D, YYYY",
  LLL: "MMMM D, YYYY h:mm A",
  LLLL: "dddd, MMMM D, YYYY h:mm A",
  l: "M/D/YYYY",
  ll: "MMM D, YYYY",
  lll: "MMM D, YYYY h:mm A",
  llll: "ddd, MMM D, YYYY h:mm A",
};

/** Formats a date with a Moment.js format. */
export function formatAsMoment(date: DateTime, format: string): string {
  return format.replace(TOKENS, (token) => formatToken(date, token));
}

function formatToken(date: DateTime, token: string): string {
  if (token.startsWith("[")) return token.slice(1, -1);
  const whole = WHOLE[token];
  if (whole !== undefined) return formatAsMoment(date, whole);
  if (token.startsWith("S"))
    return String(date.millisecond).padStart(3, "0").padEnd(9, "0").slice(0, token.length);
  switch (token) {
    case "Mo":
      return formatOrdinal(date.month);
    case "Qo":
      return formatOrdinal(date.quarter);
    case "Do":
      return formatOrdinal(date.day);
    case "wo":
      return formatOrdinal(date.localWeekNumber);
    case "Wo":
      return formatOrdinal(date.weekNumber);
    case "do":
      return formatOrdinal(date.weekday % 7);
    case "d":
    case "e":
      return String(date.weekday % 7);
    case "dd":
      return date.toFormat("ccc").slice(0, 2);
    case "a":
      return date.toFormat("a").toLowerCase();
    case "k":
    case "kk":
      return String(date.hour === 0 ? 24 : date.hour).padStart(token.length, "0");
    case "z":
    case "zz":
      return date.offsetNameShort ?? "";
    default:
      return date.toFormat(SAME[token] ?? `'${token}'`);
  }
}

/** Returns the Luxon format that parses dates in a Moment.js format. Ordinals are parsed as numbers. */
export function toLuxonFormat(format: string): string {
  let luxon = "";
  let last = 0;
  for (const match of format.matchAll(TOKENS)) {
    luxon += quoteText(format.slice(last, match.index));
    const [token] = match;
    last = match.index + token.length;
    if (token.startsWith("[")) luxon += quoteText(token.slice(1, -1));
    else if (WHOLE[token] !== undefined) luxon += toLuxonFormat(WHOLE[token]);
    else if (token.startsWith("S")) luxon += "S".repeat(Math.min(token.length, 3));
    else luxon += token === "Do" ? "d" : token === "a" ? "a" : (SAME[token] ?? quoteText(token));
  }
  return luxon + quoteText(format.slice(last));
}

/** Quotes letters, which Luxon would otherwise treat as tokens. */
function quoteText(text: string): string {
  return text.replace(/[A-Za-z]+/g, "'$&'");
}
