/**
 * Defines URLs, hashes, timers and requests for the sandbox. The host does everything that needs more than plain data.
 */
export const GUEST_WEB = String.raw`
const formText = (text) => encodeURIComponent(text).replace(/%20/g, "+").replace(/[!'()~]/g, (letter) => "%" + letter.charCodeAt(0).toString(16).toUpperCase());
const formRead = (text) => { const spaced = text.replace(/\+/g, " "); try { return decodeURIComponent(spaced); } catch { return spaced; } };
class URLSearchParams {
  #pairs; #changed;
  constructor(init = "", changed = () => {}) {
    this.#changed = changed;
    if (typeof init === "string")
      this.#pairs = init.replace(/^\?/, "").split("&").filter(Boolean).map((pair) => {
        const at = pair.indexOf("=");
        return at < 0 ? [formRead(pair), ""] : [formRead(pair.slice(0, at)), formRead(pair.slice(at + 1))];
      });
    else this.#pairs = (typeof init[Symbol.iterator] === "function" ? [...init] : Object.entries(init)).map(([name, value]) => [String(name), String(value)]);
  }
  append(name, value) { this.#pairs.push([String(name), String(value)]); this.#changed(); }
  delete(name) { this.#pairs = this.#pairs.filter(([own]) => own !== name); this.#changed(); }
  get(name) { return this.#pairs.find(([own]) => own === name)?.[1] ?? null; }
  getAll(name) { return this.#pairs.filter(([own]) => own === name).map(([, value]) => value); }
  has(name) { return this.#pairs.some(([own]) => own === name); }
  set(name, value) {
    const at = this.#pairs.findIndex(([own]) => own === name);
    if (at < 0) this.#pairs.push([String(name), String(value)]);
    else this.#pairs = this.#pairs.filter(([own], index) => own !== name || index === at).map((pair, index) => (index === at ? [pair[0], String(value)] : pair));
    this.#changed();
  }
  sort() { this.#pairs.sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0)); this.#changed(); }
  forEach(visit) { for (const [name, value] of this.#pairs) visit(value, name, this); }
  keys() { return this.#pairs.map(([name]) => name)[Symbol.iterator](); }
  values() { return this.#pairs.map(([, value]) => value)[Symbol.iterator](); }
  entries() { return this.#pairs.map((pair) => [...pair])[Symbol.iterator](); }
  [Symbol.iterator]() { return this.entries(); }
  get size() { return this.#pairs.length; }
  toString() { return this.#pairs.map(([name, value]) => formText(name) + "=" + formText(value)).join("&"); }
}
class URL {
  #parts; #params;
  constructor(text, base) { this.#take(ask("url", String(text), base === undefined ? null : String(base))); }
  #take(parts) {
    if (parts === null) throw new TypeError("Invalid URL");
    this.#parts = parts;
    this.#params = new URLSearchParams(parts.search, () => { this.#parts = ask("urlWith", this.#parts.href, "search", this.#params.toString()); });
  }
  static canParse(text, base) { return ask("url", String(text), base === undefined ? null : String(base)) !== null; }
  get searchParams() { return this.#params; }
  get origin() { return this.#parts.origin; }
  toString() { return this.#parts.href; }
  toJSON() { return this.#parts.href; }
  static {
    for (const name of ["href", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"])
      Object.defineProperty(URL.prototype, name, {
        configurable: true,
        get() { return this.#parts[name]; },
        set(value) { this.#take(ask("urlWith", this.#parts.href, name, String(value))); },
      });
  }
}
define({ URL, URLSearchParams });

const asBytes = (value, encoding) => (typeof value === "string" ? bytesOfText(value, encoding) : new Uint8Array(value.buffer ?? value, value.byteOffset ?? 0, value.byteLength));
class Hash {
  #make; #parts = [];
  constructor(make) { this.#make = make; }
  update(value, encoding) { this.#parts.push(textOfBytes(asBytes(value, encoding), "base64")); return this; }
  digest(encoding) {
    const made = ask("digest", ...this.#make, this.#parts);
    return encoding === undefined || encoding === "buffer" ? Buffer.from(made, "base64") : Buffer.from(made, "base64").toString(encoding);
  }
}
const crypto = {
  createHash: (algorithm) => new Hash([String(algorithm), null]),
  createHmac: (algorithm, key) => new Hash([String(algorithm), textOfBytes(asBytes(key), "base64")]),
  randomUUID: () => ask("randomUuid"),
  randomBytes: (size) => Buffer.from(ask("randomBytes", Number(size)), "base64"),
  randomInt: (low, high) => (high === undefined ? ask("randomInt", 0, Number(low)) : ask("randomInt", Number(low), Number(high))),
  getRandomValues: (target) => { new Uint8Array(target.buffer, target.byteOffset, target.byteLength).set(crypto.randomBytes(target.byteLength)); return target; },
  timingSafeEqual: (one, other) => { if (one.byteLength !== other.byteLength) throw new RangeError("Input buffers must have the same byte length"); return Buffer.compare(Buffer.from(one), Buffer.from(other)) === 0; },
  getHashes: () => ["md5", "sha1", "sha224", "sha256", "sha384", "sha512"],
};
define({ crypto });

let lastCall = 0;
const waiting = new Map();
const later = (name, args, bytes) => new Promise((resolve, reject) => {
  const id = ++lastCall;
  waiting.set(id, { resolve, reject });
  hostLater(id, name, stringify(args), bytes);
});
const settle = (id, failure, text, bytes) => {
  const { resolve, reject } = waiting.get(id);
  waiting.delete(id);
  if (failure !== undefined) reject(new Error(failure));
  else resolve({ ...(text && parse(text)), bytes });
};
const timers = new Set();
const timer = (run, ms, again, args) => {
  const id = lastCall + 1;
  timers.add(id);
  const wait = () => later("wait", [Number(ms) || 0]).then(() => {
    if (!timers.has(id)) return;
    if (!again) timers.delete(id);
    run(...args);
    if (again) return wait();
  });
  wait().catch(failed);
  return id;
};
const endTimer = (id) => void timers.delete(id);
define({
  setTimeout: (run, ms, ...args) => timer(run, ms, false, args),
  setInterval: (run, ms, ...args) => timer(run, ms, true, args),
  setImmediate: (run, ...args) => timer(run, 0, false, args),
  clearTimeout: endTimer, clearInterval: endTimer, clearImmediate: endTimer,
});

const lowerKeys = (headers) => Object.fromEntries(Object.entries(headers ?? {}).filter(([, value]) => value !== undefined && value !== null).map(([name, value]) => [name.toLowerCase(), String(value)]));
const withQuery = (url, query) => {
  const pairs = Object.entries(query ?? {}).flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).filter((part) => part !== undefined).map((part) => [name, typeof part === "object" && part !== null ? stringify(part) : String(part)]));
  if (pairs.length === 0) return url;
  const text = new URLSearchParams(pairs).toString();
  return url + (url.includes("?") ? "&" : "?") + text;
};
const ownBytes = (body) => (body instanceof ArrayBuffer ? body : ArrayBuffer.isView(body) ? body.buffer.slice(body.byteOffset, body.byteOffset + body.byteLength) : undefined);
const send = (method, url, headers, body, { timeoutMs, maxRedirects }) => {
  const bytes = ownBytes(body);
  return later("http", [{ method, url, headers, timeoutMs, maxRedirects, ...(body !== undefined && body !== null && !bytes && { body: String(body) }) }], bytes);
};
const jsonOr = (text) => { try { return parse(text); } catch { return text; } };
const encoded = (options, headers) => {
  const { body, form } = options;
  if (form) {
    headers["content-type"] ??= "application/x-www-form-urlencoded";
    return typeof form === "string" ? form : new URLSearchParams(form).toString();
  }
  if (body === undefined || body === null || typeof body === "string" || ownBytes(body)) {
    if (options.json && typeof body === "string") headers["content-type"] ??= "application/json";
    return body;
  }
  if (body instanceof URLSearchParams) {
    headers["content-type"] ??= "application/x-www-form-urlencoded";
    return body.toString();
  }
  if (headers["content-type"]?.includes("application/x-www-form-urlencoded")) return new URLSearchParams(body).toString();
  headers["content-type"] ??= "application/json";
  return stringify(body);
};
const prepared = (given, extra) => {
  const options = typeof given === "string" ? { url: given, ...extra } : { ...given };
  const headers = lowerKeys(options.headers);
  if (options.auth) headers.authorization ??= "Basic " + btoa((options.auth.username ?? options.auth.user ?? "") + ":" + (options.auth.password ?? options.auth.pass ?? ""));
  if (options.json) headers.accept ??= "application/json";
  const address = String(options.url ?? options.uri ?? "");
  const base = options.baseURL ?? options.baseUrl;
  const url = withQuery(base ? String(base).replace(/\/$/, "") + "/" + address.replace(/^\//, "") : address, options.qs);
  const follows = options.disableFollowRedirect !== true && options.followRedirect !== false;
  const method = String(options.method ?? "GET").toUpperCase();
  return { options, send: () => send(method, url, headers, encoded(options, headers), { timeoutMs: Number(options.timeout) || 0, maxRedirects: follows ? 10 : 0 }) };
};
const answerBody = (bytes, options) => {
  if (options.encoding === "arraybuffer" || options.encoding === null) return Buffer.from(bytes);
  const text = Buffer.from(bytes).toString("utf8");
  return options.encoding === "text" ? text : options.json === false ? text : jsonOr(text);
};
const refused = (status, message, answer, body) => Object.assign(new Error(message), { statusCode: status, httpCode: String(status), error: body, response: { status, statusCode: status, headers: answer.headers, data: body, body } });
const httpRequest = async (given) => {
  const { options, send } = prepared(given);
  const answer = await send();
  const body = answerBody(answer.bytes, options);
  if (answer.status >= 400 && !options.ignoreHttpStatusErrors)
    throw refused(answer.status, "Request failed with status code " + answer.status, answer, body);
  return options.returnFullResponse ? { body, headers: answer.headers, statusCode: answer.status, statusMessage: answer.statusText } : body;
};
const request = async (given, extra) => {
  const { options, send } = prepared(given, extra);
  const answer = await send();
  const body = answerBody(answer.bytes, { json: false, ...options });
  if (answer.status >= 400 && options.simple !== false)
    throw refused(answer.status, answer.status + " - " + stringify(body), answer, body);
  return options.resolveWithFullResponse ? { body, headers: answer.headers, statusCode: answer.status, statusMessage: answer.statusText } : body;
};
class Headers {
  #own;
  constructor(init = {}) { this.#own = lowerKeys(init instanceof Headers || Array.isArray(init) ? Object.fromEntries(init) : init); }
  get(name) { return this.#own[String(name).toLowerCase()] ?? null; }
  has(name) { return Object.hasOwn(this.#own, String(name).toLowerCase()); }
  set(name, value) { this.#own[String(name).toLowerCase()] = String(value); }
  append(name, value) { this.set(name, this.has(name) ? this.get(name) + ", " + value : value); }
  delete(name) { delete this.#own[String(name).toLowerCase()]; }
  forEach(visit) { for (const [name, value] of this) visit(value, name, this); }
  entries() { return Object.entries(this.#own)[Symbol.iterator](); }
  keys() { return Object.keys(this.#own)[Symbol.iterator](); }
  [Symbol.iterator]() { return this.entries(); }
}
const fetch = async (address, options = {}) => {
  const headers = Object.fromEntries(new Headers(options.headers));
  const isForm = options.body instanceof URLSearchParams;
  if (isForm) headers["content-type"] ??= "application/x-www-form-urlencoded;charset=UTF-8";
  if (typeof options.body === "string") headers["content-type"] ??= "text/plain;charset=UTF-8";
  const answer = await send(String(options.method ?? "GET").toUpperCase(), String(address), headers, isForm ? options.body.toString() : options.body, { timeoutMs: 0, maxRedirects: options.redirect === "manual" ? 0 : 10 });
  const text = () => Promise.resolve(new TextDecoder().decode(answer.bytes));
  return {
    ok: answer.status >= 200 && answer.status < 300, status: answer.status, statusText: answer.statusText, url: String(address),
    headers: new Headers(answer.headers), text, json: async () => JSON.parse(await text()),
    arrayBuffer: () => Promise.resolve(answer.bytes), bytes: () => Promise.resolve(new Uint8Array(answer.bytes)),
  };
};
define({ fetch, Headers });
`;
