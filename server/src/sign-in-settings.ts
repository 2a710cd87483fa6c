import * as z from "zod";

/** How mails are sent, and who people sign in with: a part of the environment (config.ts). */
export const SIGN_IN_ENVIRONMENT = {
  /** `smtp://name:password@host:587`, or `smtps://` where it is encrypted from the start. */
  STOA_SMTP_URL: z
    .url({
      protocol: /^smtps?$/,
      hostname: /./,
      error: "write it as smtp://user:password@host:587 or smtps://...",
    })
    .refine(isDecodable, "write % in a name or password as %25, and @ as %40")
    .optional(),
  STOA_MAIL_FROM: z
    .string()
    .regex(/^[^\r\n<>]*(<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, "write it as Stoa <stoa@example.com>")
    .optional(),
  /** Where people reach this server: links in mails lead there, and Google and GitHub send them back to it. */
  STOA_PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: "write it as https://stoa.example.com" })
    .transform((url) => new URL(url))
    .refine(
      (url) => url.pathname === "/" && url.search === "" && url.hash === "" && url.username === "",
      "write it without a path",
    )
    .optional(),
  STOA_GOOGLE_CLIENT_ID: z.string().optional(),
  STOA_GOOGLE_CLIENT_SECRET: z.string().optional(),
  STOA_GITHUB_CLIENT_ID: z.string().optional(),
  STOA_GITHUB_CLIENT_SECRET: z.string().optional(),
};

/** Also asked of what is no address, of which the check before it tells: an error here would print the password. */
function isDecodable(url: string): boolean {
  if (!URL.canParse(url)) return true;
  const { username, password } = new URL(url);
  try {
    decodeURIComponent(username);
    decodeURIComponent(password);
    return true;
  } catch {
    return false;
  }
}

type Settings = z.output<z.ZodObject<typeof SIGN_IN_ENVIRONMENT>> & { HOST: string; PORT: number };

/** What a provider has given the operator to sign people in by. */
export interface ProviderClient {
  readonly id: string;
  readonly secret: string;
}

export interface SignInSettings {
  readonly smtp: { readonly url: string; readonly from: string } | undefined;
  /** Without a slash at its end. */
  readonly publicUrl: string;
  readonly google: ProviderClient | undefined;
  readonly github: ProviderClient | undefined;
}

/** @throws Error with one line for the operator where settings do not go together. */
export function signInSettings(settings: Settings): SignInSettings {
  const smtp = pair(settings, "STOA_SMTP_URL", "STOA_MAIL_FROM");
  const google = pair(settings, "STOA_GOOGLE_CLIENT_ID", "STOA_GOOGLE_CLIENT_SECRET");
  const github = pair(settings, "STOA_GITHUB_CLIENT_ID", "STOA_GITHUB_CLIENT_SECRET");
  const isOpen = !["localhost", "127.0.0.1", "::1"].includes(settings.HOST);
  if (isOpen && (smtp ?? google ?? github) && !settings.STOA_PUBLIC_URL)
    throw new Error(
      "STOA_PUBLIC_URL: say where people reach this server; links in mails and sign-in lead there",
    );
  return Object.freeze({
    smtp: smtp && { url: smtp[0], from: smtp[1] },
    publicUrl: settings.STOA_PUBLIC_URL?.origin ?? `http://localhost:${settings.PORT}`,
    google: google && { id: google[0], secret: google[1] },
    github: github && { id: github[0], secret: github[1] },
  });
}

type Name = Exclude<keyof typeof SIGN_IN_ENVIRONMENT, "STOA_PUBLIC_URL">;

function pair(settings: Settings, first: Name, second: Name): [string, string] | undefined {
  const [one, other] = [settings[first], settings[second]];
  if (one === undefined && other === undefined) return undefined;
  if (one !== undefined && other !== undefined) return [one, other];
  throw new Error(
    `${one === undefined ? first : second}: needed where ${one === undefined ? second : first} is set`,
  );
}
