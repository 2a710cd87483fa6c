/** The archive cannot become an agent. The message is for its developer. */
export class ArchiveProblem extends Error {}
