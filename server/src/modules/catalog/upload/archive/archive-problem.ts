/** The error for an archive that cannot become an agent. Its message is for the developer. */
export class ArchiveProblem extends Error {}
