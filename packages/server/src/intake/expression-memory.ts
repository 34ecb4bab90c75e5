/** What the process that runs expressions may hold, all in all. */
export const MEMORY_MB = 256;
