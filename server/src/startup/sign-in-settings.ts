/** The settings that mail and sign-in depend on. */
interface SignInValues {
  host: string;
  port: number;
  publicUrl: URL | undefined;
  smtpUrl: string | undefined;
  mailFrom: string | undefined;
  googleClientId: string | undefined;
  googleClientSecret: string | undefined;
  githubClientId: string | undefined;
  githubClientSecret: string | undefined;
}

/**
 * Returns whether a URL's user name and password can be decoded. Returns true for an invalid URL, which another check
 * reports.
 */
export function isDecodable(url: string): boolean {
  if (!URL.canParse(url)) return true;
  const { username, password } = new URL(url);
  try {
    decodeURIComponent(username);
    decodeURIComponent(password);
    return true;
  } catch {
    // The original error would contain the password.
    return false;
  }
}

/**
 * Returns the settings for email and sign-in.
 * @throws Error with one line for the operator if settings are inconsistent.
 */
export function readSignIn(values: SignInValues) {
  const smtp = pair(["STOA_SMTP_URL", values.smtpUrl], ["STOA_MAIL_FROM", values.mailFrom]);
  const google = pair(
    ["STOA_GOOGLE_CLIENT_ID", values.googleClientId],
    ["STOA_GOOGLE_CLIENT_SECRET", values.googleClientSecret],
  );
  const github = pair(
    ["STOA_GITHUB_CLIENT_ID", values.githubClientId],
    ["STOA_GITHUB_CLIENT_SECRET", values.githubClientSecret],
  );
  const isOpen = !["localhost", "127.0.0.1", "::1"].includes(values.host);
  if (isOpen && (smtp ?? google ?? github) && !values.publicUrl)
    throw new Error(
      "STOA_PUBLIC_URL: set it to the public URL of this server, which is used for links in emails and for sign-in",
    );
  return Object.freeze({
    smtp: smtp && { url: smtp[0], from: smtp[1] },
    /** The public URL of this server, without a trailing slash. */
    publicUrl: values.publicUrl?.origin ?? `http://localhost:${values.port}`,
    google: google && { id: google[0], secret: google[1] },
    github: github && { id: github[0], secret: github[1] },
  });
}

type NamedSetting = [name: string, value: string | undefined];

function pair([first, one]: NamedSetting, [second, other]: NamedSetting): [string, string] | undefined {
  if (one === undefined && other === undefined) return undefined;
  if (one !== undefined && other !== undefined) return [one, other];
  throw new Error(
    `${one === undefined ? first : second}: required if ${one === undefined ? second : first} is set`,
  );
}
