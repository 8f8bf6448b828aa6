import os from 'node:os'

/** The maximum memory of a worker with its browser, server and database, in bytes. */
const MEMORY_OF_A_WORKER = 1.5 * 1024 ** 3

/**
 * Returns the number of tests to run in parallel: one or two for each core, as far as the memory allows. Browser tests
 * often wait for pages, mails and servers, so one core can run two of them.
 * @param forEachCore the number of tests for each core
 */
export function chooseWorkerCount(
  forEachCore: 1 | 2 = 1,
  cores = os.availableParallelism(),
  memory = Math.min(os.totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY),
): number {
  return Math.max(1, Math.min(forEachCore * cores, Math.floor(memory / MEMORY_OF_A_WORKER)))
}
