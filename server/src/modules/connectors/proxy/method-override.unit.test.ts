import { expect, test } from "vitest";
import { refuseMethodOverride } from "./method-override.ts";

const FORM = "application/x-www-form-urlencoded";
const PARTS = "multipart/form-data; boundary=b";
const part = (name: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\ndelete\r\n--b--\r\n`;

test.each([
  ["?_method=delete", undefined, ""],
  ["?a=1&%5fmethod=delete", undefined, ""],
  ["", FORM, "title=x&_method=DELETE"],
  ["", FORM, "_meth%6Fd=delete"],
  ["", `${FORM.toUpperCase()}; charset=utf-8`, "+_method=delete"],
  ["", undefined, "_method=delete"],
  ["", PARTS, part("_method")],
])("query %j, type %s, body %j overrides the method", (query, type, body) => {
  expect(() => refuseMethodOverride(query, type, Buffer.from(body))).toThrow(
    expect.objectContaining({ status: 400, code: "method_override" }),
  );
});

test.each([
  ["?payment_method=card&my_method=1&q=_methods", undefined, ""],
  ["", FORM, "payment_method=card"],
  ["", "application/json", '{"_method":"delete"}'],
  ["", PARTS, part("title").replace("delete", "_method")],
])("query %j, type %s, body %j does not override the method", (query, type, body) => {
  expect(() => refuseMethodOverride(query, type, Buffer.from(body))).not.toThrow();
});
