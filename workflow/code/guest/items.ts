/** Defines n8n's names: items, other nodes, helpers, dates and the execution. */
export const GUEST_ITEMS = String.raw`
let setup, current = 0;
const files = new WeakMap();
const toFileProxy = ({ ref, ...meta }) => {
  const made = { ...meta };
  const own = { enumerable: true, configurable: true,
    get() { const text = textOfBytes(new Uint8Array(hostFile(ref)), "base64"); Object.defineProperty(made, "data", { value: text, writable: true, enumerable: true, configurable: true }); return text; },
    set(value) { Object.defineProperty(made, "data", { value, writable: true, enumerable: true, configurable: true }); } };
  Object.defineProperty(made, "data", own);
  files.set(made, ref);
  return made;
};
const toItem = ({ binary, ...item }) => (binary ? { ...item, binary: Object.fromEntries(Object.entries(binary).map(([name, file]) => [name, toFileProxy(file)])) } : item);
const untouched = (file) => (file !== null && typeof file === "object" && files.has(file) && Object.getOwnPropertyDescriptor(file, "data")?.get ? { $file: files.get(file) } : file);
const bytesOfFile = (file) => (files.has(file) && untouched(file) !== file ? Buffer.from(hostFile(files.get(file))) : Buffer.from(String(file.data ?? ""), "base64"));

let own, others;
const items = () => (own ??= setup.items.map(toItem));
const isEach = () => setup.mode === "each";
const present = () => items()[isEach() ? current : Math.min(setup.itemIndex, Math.max(0, items().length - 1))];
const place = () => (isEach() ? current : setup.itemIndex);
const onlyForAll = (call) => { if (isEach()) throw new Error("Can't use " + call + " here. This is only available in 'Run Once for All Items' mode"); };
const nodeItems = (name, output, run) => {
  const key = stringify([name, output ?? null, run ?? null]);
  const known = others.get(key);
  if (known) return known;
  const read = ask("nodeItems", name, output ?? null, run ?? null);
  if (read === null) throw new Error("Referenced node doesn't exist: the workflow has no node '" + name + "'");
  const made = read.map(toItem);
  others.set(key, made);
  return made;
};
const pairedItem = (name, index) => {
  const item = ask("pairedItem", String(name), Number(index));
  return item === null ? undefined : toItem(item);
};
const stateOf = (name) => ask("nodeState", String(name));
const otherNode = (name) => ({
  all: (output, run) => nodeItems(name, output, run),
  first: (output, run) => nodeItems(name, output, run)[0],
  last: (output, run) => nodeItems(name, output, run).at(-1),
  get item() { return pairedItem(name, place()); },
  itemMatching: (index) => { if (index === undefined) throw new Error("Missing item index for .itemMatching()"); return pairedItem(name, index); },
  pairedItem: (index) => pairedItem(name, index ?? place()),
  get params() { return ask("nodeParameters", name) ?? {}; },
  get context() { return stateOf(name)?.context ?? {}; },
  get isExecuted() { return stateOf(name)?.executed ?? false; },
});
const $ = (name) => {
  if (stateOf(name) === null) throw new Error("Referenced node doesn't exist: the workflow has no node '" + name + "'");
  return otherNode(String(name));
};
const oldNode = (name, index) => {
  const state = stateOf(name);
  if (state === null) throw new Error("Referenced node doesn't exist: the workflow has no node '" + name + "'");
  const item = () => { const all = nodeItems(name); return (all.length > index ? all[index] : undefined) ?? pairedItem(name, index); };
  return { get json() { return item()?.json; }, get binary() { return item()?.binary ?? {}; }, get parameter() { return ask("nodeParameters", name) ?? {}; },
    get context() { return state.context; }, get runIndex() { return state.runIndex; } };
};
const oldNodes = (index) => new Proxy({}, { get: (_target, name) => (typeof name === "string" ? oldNode(name, index()) : undefined), has: (_target, name) => stateOf(String(name)) !== null });
const $input = {
  all: (...args) => { if (args.length) throw new Error("$input.all() should have no arguments"); onlyForAll(".all()"); return items(); },
  first: (...args) => { if (args.length) throw new Error("$input.first() should have no arguments"); onlyForAll(".first()"); return items()[0]; },
  last: (...args) => { if (args.length) throw new Error("$input.last() should have no arguments"); onlyForAll(".last()"); return items().at(-1); },
  itemMatching: (index) => items()[index],
  get item() { return present(); },
  get params() { return ask("nodeParameters", setup.node) ?? {}; },
  get context() { return stateOf(setup.node)?.context ?? {}; },
};
const staticData = (kind) => {
  if (kind !== "global" && kind !== "node") throw new Error("The context type \"" + kind + "\" is not known. Only \"global\" and \"node\" are supported!");
  return setup.staticData[kind];
};
const itemAt = (index) => ({ get $json() { return items()[index]?.json; }, get $binary() { return items()[index]?.binary ?? {}; }, get json() { return items()[index]?.json; }, $node: oldNodes(() => index), $itemIndex: index });

let luxonMade;
const luxon = () => {
  if (luxonMade) return luxonMade;
  luxonMade = evaluate(host("luxon", "[]"));
  luxonMade.Settings.defaultZone = setup.info.timezone;
  luxonMade.Settings.defaultLocale = "en-US";
  return luxonMade;
};
const now = () => luxon().DateTime.now();
const lazy = (names) => {
  for (const [name, get] of Object.entries(names))
    Object.defineProperty(globalThis, name, { configurable: true, enumerable: false, get, set(value) { Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: true }); } });
};
const denied = () => { throw new Error("access to env vars denied"); };
const modules = { crypto: () => crypto, "node:crypto": () => crypto, luxon, buffer: () => ({ Buffer: BufferAsFunction }), "node:buffer": () => ({ Buffer: BufferAsFunction }), url: () => ({ URL, URLSearchParams }), "node:url": () => ({ URL, URLSearchParams }) };
const require = (name) => {
  if (!Object.hasOwn(modules, name)) throw new Error("Cannot find module '" + name + "': code can require crypto, luxon, buffer and url");
  return modules[name]();
};
const getBinaryDataBuffer = async (index, name = "data") => {
  const file = items()[index]?.binary?.[name];
  if (!file) throw new Error("This operation expects the node's input data to contain a binary file '" + name + "', but none was found [item " + index + "]");
  return bytesOfFile(file);
};
const prepareBinaryData = async (value, fileName, mimeType) => ask("describedFile", textOfBytes(asBytes(value), "base64"), fileName ?? null, mimeType ?? null);
const credentials = async () => { throw new Error("Credentials cannot be used in code. Use an HTTP Request node with a connector instead"); };
const helpers = { httpRequest, request, getBinaryDataBuffer, prepareBinaryData, httpRequestWithAuthentication: credentials, requestWithAuthentication: credentials, requestOAuth2: credentials,
  returnJsonArray: (data) => (Array.isArray(data) ? data : [data]).map((json) => (json?.json ? json : { json })),
  normalizeItems: (data) => (Array.isArray(data) ? data : [data]).map((json) => (json?.json ? json : { json })),
  assertBinaryData: (index, name) => items()[index].binary[name] };
const self = { helpers, getWorkflowStaticData: staticData, getNode: () => ({ name: setup.node, parameters: ask("nodeParameters", setup.node) ?? {} }), getInputData: () => items(),
  getNodeParameter: (name) => ask("nodeParameters", setup.node)?.[name], getMode: () => setup.info.execution?.mode, getTimezone: () => setup.info.timezone,
  getWorkflow: () => setup.info.workflow, getExecutionId: () => setup.info.execution?.id, getCredentials: credentials, continueOnFail: () => false, addOutputData: () => {} };

const inspected = (value) => {
  if (typeof value === "string") return value;
  if (value instanceof Error) return value.stack?.includes(value.message) ? value.stack : value.name + ": " + value.message;
  if (typeof value === "function") return "[Function: " + (value.name || "(anonymous)") + "]";
  if (typeof value === "bigint") return value + "n";
  if (value === null || typeof value !== "object") return String(value);
  try { return stringify(value, undefined, 2) ?? String(value); } catch { return "[Circular]"; }
};
const logs = (level) => (...values) => host("log", stringify([level, values.map(inspected).join(" ").slice(0, 20_000)]));
define({ console: { log: logs("info"), info: logs("info"), debug: logs("debug"), trace: logs("debug"), warn: logs("warning"), error: logs("error"), table: logs("info"), dir: logs("info"), group: logs("info"), groupEnd() {}, time() {}, timeEnd() {}, assert(holds, ...words) { if (!holds) logs("error")("Assertion failed:", ...words); } } });

const begin = () => {
  others = new Map();
  define({ $, $input, $getWorkflowStaticData: staticData, getWorkflowStaticData: staticData, $items: (name, output, run) => (name === undefined ? items() : nodeItems(String(name), output ?? 0, run)), $item: itemAt,
    $jmespath: (value, query) => ask("jmespath", value, String(query)), $jmesPath: (value, query) => ask("jmespath", value, String(query)), helpers, $helpers: helpers, require, getNodeParameter: self.getNodeParameter,
    $runIndex: setup.runIndex, $mode: setup.info.execution?.mode, $vars: setup.info.vars ?? {}, $workflow: setup.info.workflow ?? {}, $execution: { ...setup.info.execution, customData: { set() {}, setAll() {}, get() {}, getAll: () => ({}) } }, $prevNode: setup.info.prevNode ?? {}, $node: oldNodes(place),
    $if: (condition, yes, no) => (condition ? yes : no), $ifEmpty: (value, other) => (value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0) || (typeof value === "object" && Object.keys(value).length === 0) ? other : value), $min: Math.min, $max: Math.max });
  lazy({ $json: () => present()?.json, $binary: () => present()?.binary ?? {}, $itemIndex: place, $position: place, $parameter: () => ask("nodeParameters", setup.node) ?? {}, $env: () => new Proxy({}, { get: denied, has: denied, ownKeys: denied }),
    $now: now, $today: () => now().startOf("day"), luxon, DateTime: () => luxon().DateTime, Duration: () => luxon().Duration, Interval: () => luxon().Interval });
  if (isEach()) lazy({ item: () => present() });
  else lazy({ items, item: () => present() });
  for (const [name, value] of Object.entries(setup.variables)) Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: true });
};
`;
