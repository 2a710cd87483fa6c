/** An ordinary user that nobody is: between Debian's and systemd's ids, and not the one that sandboxes of root have. */
export const SPARE_USER = 60_998;
/** The user of sandboxes where the server is root; `runtime/supervisor/python/sandbox-user.ts`. */
export const SANDBOX_USER = 61_000;
