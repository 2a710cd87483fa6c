import { expect, test } from "vitest";
import { BrowserCookie } from "./browser-cookie.ts";

test("restricts the cookie to this host and to encrypted connections if the public URL is https", () => {
  const cookie = new BrowserCookie("https://stoa.example.com");
  expect(cookie.set("token")).toBe(
    "__Host-stoa_sign_in=token; Max-Age=600; Path=/; HttpOnly; Secure; SameSite=Lax",
  );
  expect(cookie.clear()).toMatch(/^__Host-stoa_sign_in=; Max-Age=0; Path=\/; .*Secure/);
});

test.each([
  ["__Host-stoa_sign_in=token", "token"],
  ["theme=dark; __Host-stoa_sign_in=token; lang=en", "token"],
  ["stoa_sign_in=set-by-a-neighbour", undefined],
  ["__Host-stoa_sign_in=", undefined],
  ["=;;%%%; __Host-stoa_sign_in", undefined],
  ["", undefined],
  [undefined, undefined],
])("reads the header %s as the token %s", (header, token) => {
  expect(new BrowserCookie("https://stoa.example.com").read(header)).toBe(token);
});
