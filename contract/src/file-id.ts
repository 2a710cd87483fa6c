/** The form of the ID of a stored file. A module of its own, so that the web app reads it without zod. */
export const FILE_ID = /^file_[0-9a-f]{32}$/;
