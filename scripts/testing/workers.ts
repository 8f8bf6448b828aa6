import os from 'node:os'

/** The maximum memory of a worker with its browser, server and database, in bytes. */
const MEMORY_OF_A_WORKER = 1.5 * 1024 ** 3

/**
 * Returns the number of parallel tests: one or two for each core, as far as the memory allows. Browser tests often wait
 * for pages, mails and servers, so two of them keep a core busy.
 */
export function chooseWorkerCount(
  forEachCore: 1 | 2 = 1,
  cores = os.availableParallelism(),
  memory = Math.min(os.totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY),
): number {
  return Math.max(1, Math.min(forEachCore * cores, Math.floor(memory / MEMORY_OF_A_WORKER)))
}
