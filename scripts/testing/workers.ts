import os from 'node:os'

/** The maximum memory of a worker with its browser, server and database, in bytes. */
const MEMORY_OF_A_WORKER = 1.5 * 1024 ** 3

/**
 * Returns the number of parallel tests: one for each core, as far as the memory allows. Tests in a browser wait for pages,
 * mails and each other's servers, so they keep the cores busy with two for each.
 */
export function chooseWorkerCount(
  forEachCore: 1 | 2 = 1,
  cores = os.availableParallelism(),
  memory = Math.min(os.totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY),
): number {
  return Math.max(1, Math.min(forEachCore * cores, Math.floor(memory / MEMORY_OF_A_WORKER)))
}
