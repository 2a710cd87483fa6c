/** For commands that answer in one line: only what went wrong is said. */
export const quietLog = {
  info: () => {},
  warn: (message: string) => console.error(message),
};
