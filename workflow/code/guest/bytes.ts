/** `Buffer`, text encoders and base64 for the sandbox. The host converts the bytes, which is 50 times faster. */
export const GUEST_BYTES = String.raw`
const bytesOfText = (text, encoding) => new Uint8Array(hostBytes(String(text), String(encoding ?? "utf8")));
const textOfBytes = (bytes, encoding) =>
  hostText(bytes.buffer, bytes.byteOffset, bytes.byteLength, String(encoding ?? "utf8"));

class Buffer extends Uint8Array {
  static from(value, encodingOrOffset, length) {
    if (typeof value === "string") return Buffer.over(bytesOfText(value, encodingOrOffset));
    if (value instanceof ArrayBuffer) return new Buffer(value, encodingOrOffset, length);
    if (ArrayBuffer.isView(value)) return Buffer.over(new Uint8Array(value));
    if (value?.type === "Buffer" && Array.isArray(value.data)) return Buffer.over(Uint8Array.from(value.data));
    if (value !== null && typeof value === "object") return Buffer.over(Uint8Array.from(value));
    throw new TypeError("The first argument must be of type string or an instance of Buffer, ArrayBuffer, or Array or an Array-like Object. Received " + (value === null ? "null" : value === undefined ? "undefined" : "type " + typeof value));
  }
  static over(bytes) { return new Buffer(bytes.buffer, bytes.byteOffset, bytes.byteLength); }
  static alloc(size, fill, encoding) { const made = new Buffer(size); return fill === undefined ? made : made.fill(fill, 0, size, encoding); }
  static allocUnsafe(size) { return new Buffer(size); }
  static isBuffer(value) { return value instanceof Buffer; }
  static isEncoding(name) { return ["utf8", "utf-8", "base64", "base64url", "hex", "latin1", "binary", "ascii", "utf16le", "ucs2"].includes(String(name).toLowerCase()); }
  static byteLength(value, encoding) { return typeof value === "string" ? bytesOfText(value, encoding).length : value.byteLength; }
  static concat(list, total) {
    const length = total ?? list.reduce((sum, part) => sum + part.length, 0);
    const made = new Buffer(length);
    let at = 0;
    for (const part of list) {
      if (at >= length) break;
      made.set(part.subarray(0, length - at), at);
      at += part.length;
    }
    return made;
  }
  static compare(one, other) {
    const shared = Math.min(one.length, other.length);
    for (let at = 0; at < shared; at++) if (one[at] !== other[at]) return one[at] < other[at] ? -1 : 1;
    return Math.sign(one.length - other.length);
  }
  toString(encoding, start = 0, end = this.length) { return textOfBytes(this.subarray(start, end), encoding); }
  toJSON() { return { type: "Buffer", data: Array.from(this) }; }
  equals(other) { return Buffer.compare(this, other) === 0; }
  compare(other) { return Buffer.compare(this, other); }
  slice(start, end) { return this.subarray(start, end); }
  write(text, offset = 0, length = this.length - offset, encoding = "utf8") {
    const bytes = bytesOfText(text, typeof length === "string" ? length : encoding).subarray(0, this.length - offset);
    this.set(bytes, offset);
    return bytes.length;
  }
  copy(target, at = 0, start = 0, end = this.length) {
    const part = this.subarray(start, Math.min(end, start + target.length - at));
    target.set(part, at);
    return part.length;
  }
  fill(value, start = 0, end = this.length, encoding = "utf8") {
    if (typeof value === "number") return super.fill(value, start, end);
    const bytes = typeof value === "string" ? bytesOfText(value, encoding) : value;
    if (bytes.length === 0) return super.fill(0, start, end);
    for (let at = start; at < end; at++) this[at] = bytes[(at - start) % bytes.length];
    return this;
  }
  indexOf(value, from = 0, encoding = "utf8") {
    if (typeof value === "number") return super.indexOf(value, from);
    const bytes = typeof value === "string" ? bytesOfText(value, encoding) : value;
    for (let at = from; at <= this.length - bytes.length; at++) {
      let same = 0;
      while (same < bytes.length && this[at + same] === bytes[same]) same++;
      if (same === bytes.length) return at;
    }
    return -1;
  }
  includes(value, from, encoding) { return this.indexOf(value, from, encoding) !== -1; }
  #view() { return new DataView(this.buffer, this.byteOffset, this.byteLength); }
  static {
    const kinds = { UInt8: ["Uint8", 1], Int8: ["Int8", 1], UInt16: ["Uint16", 2], Int16: ["Int16", 2], UInt32: ["Uint32", 4], Int32: ["Int32", 4], Float: ["Float32", 4], Double: ["Float64", 8] };
    for (const [name, [view, size]] of Object.entries(kinds))
      for (const order of size === 1 ? [""] : ["LE", "BE"]) {
        const little = order === "LE";
        const read = function (offset = 0) { return this.#view()["get" + view](offset, little); };
        const write = function (value, offset = 0) { this.#view()["set" + view](offset, value, little); return offset + size; };
        for (const spelled of new Set([name, name.replace("UInt", "Uint")])) {
          Buffer.prototype["read" + spelled + order] = read;
          Buffer.prototype["write" + spelled + order] = write;
        }
      }
  }
}
const BufferAsFunction = new Proxy(Buffer, {
  apply: (_target, _self, [value, encoding]) => (typeof value === "number" ? Buffer.alloc(value) : Buffer.from(value, encoding)),
  construct: (target, [value, encoding, length], made) =>
    typeof value === "string" || Array.isArray(value) ? Buffer.from(value, encoding) : Reflect.construct(target, [value, encoding, length].slice(0, value instanceof ArrayBuffer ? 3 : 1), made),
});
class TextEncoder {
  get encoding() { return "utf-8"; }
  encode(text = "") { return bytesOfText(text, "utf8"); }
}
class TextDecoder {
  #label;
  constructor(label = "utf-8") { this.#label = String(label).toLowerCase(); }
  get encoding() { return this.#label; }
  decode(bytes) {
    if (bytes === undefined) return "";
    const view = bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const text = textOfBytes(view, { "utf-16le": "utf16le", "iso-8859-1": "latin1", "windows-1252": "latin1" }[this.#label] ?? "utf8");
    return text.startsWith("\ufeff") ? text.slice(1) : text;
  }
}
const btoa = (text) => {
  for (const letter of String(text)) if (letter.codePointAt(0) > 255) throw new Error("Invalid character");
  return textOfBytes(bytesOfText(text, "latin1"), "base64");
};
const atob = (text) => textOfBytes(bytesOfText(text, "base64"), "latin1");
define({ Buffer: BufferAsFunction, TextEncoder, TextDecoder, btoa, atob });
`;
