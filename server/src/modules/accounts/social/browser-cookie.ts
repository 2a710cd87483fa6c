import { parseCookie, stringifySetCookie } from "cookie";
import { SIGN_IN_SECONDS } from "./sign-in-store.ts";

/**
 * The cookie that binds a sign-in to the browser in which it began. It is Lax, because the browser must send it after a
 * redirect. Over https, its name has the prefix that prevents neighboring hosts from setting it (RFC 6265bis).
 */
export class BrowserCookie {
  readonly #name: string;
  readonly #secure: boolean;

  constructor(publicUrl: string) {
    this.#secure = publicUrl.startsWith("https:");
    this.#name = this.#secure ? "__Host-stoa_sign_in" : "stoa_sign_in";
  }

  read(header: string | undefined): string | undefined {
    const value = header === undefined ? undefined : parseCookie(header)[this.#name];
    return value === "" ? undefined : value;
  }

  set(token: string): string {
    return this.#write(token, SIGN_IN_SECONDS);
  }

  clear(): string {
    return this.#write("", 0);
  }

  #write(value: string, maxAge: number): string {
    return stringifySetCookie(this.#name, value, {
      httpOnly: true,
      sameSite: "lax",
      secure: this.#secure,
      path: "/",
      maxAge,
    });
  }
}
