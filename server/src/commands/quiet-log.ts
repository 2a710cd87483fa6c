/** A log that prints only warnings, for commands whose output is short. */
export const quietLog = {
  info: () => {},
  warn: (message: string) => console.error(message),
};
