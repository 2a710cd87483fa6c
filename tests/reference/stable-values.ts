/**
 * The fixed values that replace everything that differs from one recording to the next, so that a recording changes
 * only if the API does.
 */

const MOMENT = Date.UTC(2026, 0, 15, 9, 30);
const DAY_MS = 86_400_000;
const ORIGIN = "https://stoa.example";

const ENDS_WITH_ID = /_[0-9a-f]{32}$/;
/** Matches random strings. Shorter values in the same fields are words. */
const RANDOM = /^[\w+/=-]{16,}$/;
const ID = /\b([a-z]{2,5})_[0-9a-f]{32}\b/g;
const TIME = /\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|\+00:00)/g;
const DATE = /\b20\d{2}-\d{2}-\d{2}\b(?!T)/g;
const API_KEY = /\b(stoa_[sp]k)_[0-9A-Za-z]+/g;
const RECEIPT = /\bSTOA(?:-[0-9A-F]{8}){4}\b/g;
const PRINTED_TIME = /\b20\d{2}-\d{2}-\d{2} \d{2}:\d{2}:\d{2} UTC\b/g;
const MONTH = /^20\d{2}-\d{2}$/;
const REQUEST_ID = /\breq_[0-9a-f]+\b/g;
const LOCAL = /https?:\/\/(?:127\.0\.0\.1|localhost):\d+/g;
const PORT = /(?<=\.(?:example\.com|test)):\d+|(?<=\.(?:example\.com|test))%3A\d+/g;
/** Matches the secret in a URL at which a run waits, or at which a conversation or a run is shared. */
const RESUME_IN_ADDRESS = /(?<=\/(?:resume|shared|shared-runs)\/)[\w-]{32}/g;
const RESUME = "mR3vQ0yV7n2kZ1tB9wXcL5sJ8dHfGaEo";
/** Matches the end and the signature of a link to a file. */
const FILE_LINK = /\bexpires=\d+&signature=[\w-]+/g;
const LINK_END = String(MOMENT / 1000 + 3_600);
const LINK_SIGNATURE = "2vQ0yV7n2kZ1tB9wXcL5sJ8dHfGaEoUiPqTyN4";
/** Matches the code of a program's login. */
const USER_CODE = /\b[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}\b/g;
/** Matches the random values of a sign-in in a URL: the provider's, or that of an app. */
const MADE_UP = /\b(state|nonce|code_challenge|code(?==[\w-]{20}))=[\w-]+/g;
/** Matches a position in a notification stream, which consists of the database's transaction numbers. */
const STREAM_PLACE = /^id: \d+:\d+:.*$/gm;
const EVENT_DATA = /^data: (.+)$/gm;
const SECONDS = /\b\d+\.\d+ s\b/g;

/** The fields that contain secrets or positions in a list, with the string that replaces their value. */
const OPAQUE: Readonly<Record<string, string>> = {
  access_token: "mR3vQ0yV7n2kZ1tB9wXcL5sJ8dHfGaEoUiPqTyN4x6A",
  signature: LINK_SIGNATURE,
  device_code: "Yq0V7n2kZ1tB9wXcL5sJ8dHfGaEoUiPqTyN4x6AmR3v",
  secret: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD",
  state: "t8Qm2nXc5sJ8dHfGaEoUiPqTyN4x6A",
  code: "4f3c2a71b0d4e85a",
  token: "mR3vQ0yV7n2kZ1tB9wXcL5sJ8dHfGaEoUiPqTyN4x6A",
  next_cursor: "WyJtb3N0X3J1biIsIjEyOCIsMV0",
};
/** Matches fields with measured durations, in seconds or milliseconds, and with figures that depend on them. */
const MEASURED = /(?:^|_)(?:time|duration|latency|p50|p95|seconds|ms)$/;
const MEASURED_SECONDS = 0.42;

/** Replaces random and measured values. The same value always gets the same replacement within a recording. */
export class StableValues {
  readonly #ids = new Map<string, string>();
  readonly #now: number;

  constructor(now: number) {
    this.#now = now;
  }

  replace(value: unknown, field = ""): unknown {
    if (typeof value === "string") return this.#replaceText(value, field);
    if (typeof value === "number") return MEASURED.test(field) && value > 0 ? MEASURED_SECONDS : value;
    if (Array.isArray(value)) return value.map((item) => this.replace(item, field));
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, this.replace(item, name)]));
  }

  #replaceText(text: string, field: string): string {
    if (field === "expires") return LINK_END;
    if (field === "token" && text.length === RESUME.length) return RESUME;
    const opaque = OPAQUE[field];
    if (opaque !== undefined && RANDOM.test(text) && !ENDS_WITH_ID.test(text)) return opaque;
    if (text.startsWith("id: "))
      return text
        .replace(STREAM_PLACE, "id: 849:849:")
        .replace(EVENT_DATA, (_, data: string) => `data: ${JSON.stringify(this.replace(JSON.parse(data)))}`);
    return text
      .replace(ID, (id, prefix: string) => this.#replaceId(id, prefix))
      .replace(TIME, (time) => this.#replaceTime(Date.parse(time)).toISOString())
      .replace(PRINTED_TIME, "2026-01-15 09:30:00 UTC")
      .replace(RECEIPT, "STOA-0192F0C1-A2B37D4E-8F900000-00000001")
      .replace(MONTH, "2026-01")
      .replace(DATE, (date) => this.#replaceTime(Date.parse(date)).toISOString().slice(0, 10))
      .replace(API_KEY, "$1_3uT8pWq1ZxYvR5nM7kLbJc2HgFdSa90QeXyz4w")
      .replace(REQUEST_ID, "req_9f3c2a71b0d4e85a6600000000000001")
      .replace(LOCAL, ORIGIN)
      .replace(RESUME_IN_ADDRESS, RESUME)
      .replace(PORT, "")
      .replace(FILE_LINK, `expires=${LINK_END}&signature=${LINK_SIGNATURE}`)
      .replace(MADE_UP, "$1=t8Qm2nXc5sJ8dHfGaEoUiPqTyN4x6A")
      .replace(USER_CODE, "BCDF-GHJK")
      .replace(SECONDS, `${MEASURED_SECONDS} s`);
  }

  /** Replaces a date with a date that is the same number of days away from the fixed moment. */
  #replaceTime(time: number): Date {
    return new Date(MOMENT + Math.round((time - this.#now) / DAY_MS) * DAY_MS);
  }

  #replaceId(id: string, prefix: string): string {
    const known = this.#ids.get(id);
    if (known !== undefined) return known;
    const number = [...this.#ids.keys()].filter((other) => other.startsWith(`${prefix}_`)).length + 1;
    const stable = `${prefix}_0192f0c1a2b37d4e8f90${number.toString(16).padStart(12, "0")}`;
    this.#ids.set(id, stable);
    return stable;
  }
}
