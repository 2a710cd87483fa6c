/**
 * Defines functions that V8 has and QuickJS lacks: Intl and everything that depends on a locale, computed by the host
 * with plain data; structuredClone; V8's messages for invalid JSON. The engine's own loops cannot be interrupted, so
 * array functions refuse lengths that would take minutes.
 */
export const GUEST_LANGUAGE = `
const plainLocales = (locales) => (locales === undefined || locales === null ? null : Array.isArray(locales) ? locales.map(String) : String(locales));
const ask = (name, ...args) => {
  const answer = host(name, stringify(args));
  return answer === undefined ? undefined : parse(answer);
};
const instant = (value) => (value === undefined ? Date.now() : value instanceof Date ? value.getTime() : Number(value));
const numeric = (value) => (typeof value === "bigint" ? String(value) : String(Number(value)));
const intlClass = (type, read) => {
  const made = class {
    constructor(locales, options) {
      if (new.target === undefined) return new made(locales, options);
      this.made = [plainLocales(locales), options === undefined ? null : parse(stringify(options))];
      Object.defineProperty(this, "made", { enumerable: false });
      ask("intl", type, ...this.made, "resolvedOptions");
      for (const method of ["format", "formatToParts", "compare"])
        if (typeof this[method] === "function") Object.defineProperty(this, method, { value: this[method].bind(this), enumerable: false });
    }
    resolvedOptions() { return ask("intl", type, ...this.made, "resolvedOptions"); }
    static supportedLocalesOf(locales) { return ask("intl", type, plainLocales(locales), null, "supportedLocalesOf"); }
  };
  for (const [method, plain] of Object.entries(read))
    made.prototype[method] = function (...args) { return ask("intl", type, ...this.made, method, ...plain(...args)); };
  Object.defineProperty(made, "name", { value: type });
  return made;
};
const two = (one, other) => [instant(one), instant(other)];
const DateTimeFormat = intlClass("DateTimeFormat", { format: (date) => [instant(date)], formatToParts: (date) => [instant(date)], formatRange: two, formatRangeToParts: two });
const NumberFormat = intlClass("NumberFormat", { format: (value) => [numeric(value)], formatToParts: (value) => [numeric(value)] });
const Collator = intlClass("Collator", { compare: (one, other) => [String(one), String(other)] });
const PluralRules = intlClass("PluralRules", { select: (value) => [Number(value)] });
const RelativeTimeFormat = intlClass("RelativeTimeFormat", { format: (value, unit) => [Number(value), String(unit)], formatToParts: (value, unit) => [Number(value), String(unit)] });
const ListFormat = intlClass("ListFormat", { format: (list) => [[...list].map(String)], formatToParts: (list) => [[...list].map(String)] });
const DisplayNames = intlClass("DisplayNames", { of: (code) => [String(code)] });
const Intl = { DateTimeFormat, NumberFormat, Collator, PluralRules, RelativeTimeFormat, ListFormat, DisplayNames,
  getCanonicalLocales: (locales) => ask("intl", "Locales", plainLocales(locales), null, "getCanonicalLocales") };
define({ Intl });

const method = (type, name, value) => Object.defineProperty(type.prototype, name, { value, writable: true, configurable: true, enumerable: false });
for (const name of ["toLocaleString", "toLocaleDateString", "toLocaleTimeString"])
  method(Date, name, function (locales, options) { return ask("dateText", name, this.getTime(), plainLocales(locales), options ?? null); });
method(Number, "toLocaleString", function (locales, options) { return ask("numberText", numeric(this.valueOf()), plainLocales(locales), options ?? null); });
method(BigInt, "toLocaleString", function (locales, options) { return ask("numberText", String(this), plainLocales(locales), options ?? null); });
method(String, "localeCompare", function (other, locales, options) {
  return ask("intl", "Collator", plainLocales(locales), options ?? null, "compare", String(this), String(other));
});

const parseGently = (text, reviver) => {
  try {
    return parse(text, reviver);
  } catch (error) {
    if (error?.name !== "SyntaxError") throw error;
    throw new SyntaxError(ask("jsonProblem", String(text)) ?? error.message);
  }
};
Object.defineProperty(JSON, "parse", { value: parseGently, writable: true, configurable: true });

const LONGEST = 20_000_000;
const unbounded = new Set(["constructor", "push", "pop", "at", "keys", "values", "entries"]);
const getLength = (value) => (Array.isArray(value) ? value.length : 0);
for (const name of Object.getOwnPropertyNames(Array.prototype)) {
  const own = Array.prototype[name];
  if (typeof own !== "function" || unbounded.has(name)) continue;
  method(Array, name, { [name](...args) {
    if (getLength(this) > LONGEST) throw new RangeError("Invalid array length: code may work on lists of up to 20,000,000 entries");
    return apply(own, this, args);
  } }[name]);
}

const copyValue = (value, seen) => {
  if (typeof value === "function" || typeof value === "symbol") throw new Error(String(value) + " could not be cloned.");
  if (value === null || typeof value !== "object") return value;
  if (seen.has(value)) return seen.get(value);
  const keep = (made) => { seen.set(value, made); return made; };
  if (value instanceof Date) return keep(new Date(value.getTime()));
  if (value instanceof RegExp) return keep(new RegExp(value.source, value.flags));
  if (value instanceof ArrayBuffer) return keep(value.slice(0));
  if (ArrayBuffer.isView(value)) return keep(new value.constructor(value));
  if (value instanceof Map) {
    const made = keep(new Map());
    for (const [key, part] of value) made.set(copyValue(key, seen), copyValue(part, seen));
    return made;
  }
  if (value instanceof Set) {
    const made = keep(new Set());
    for (const part of value) made.add(copyValue(part, seen));
    return made;
  }
  if (value instanceof Error) return keep(Object.assign(new value.constructor(value.message), { stack: value.stack }));
  const made = keep(Array.isArray(value) ? [] : {});
  for (const key of Object.keys(value)) made[key] = copyValue(value[key], seen);
  return made;
};
define({ structuredClone: (value) => copyValue(value, new Map()), queueMicrotask: (task) => void Promise.resolve().then(task) });
`;
