import os from 'node:os'

/** The memory of one worker at most, with its browser, its server and its database, in bytes. */
const MEMORY_OF_A_WORKER = 1.5 * 1024 ** 3

/** Returns how many tests run at the same time: one a core, as far as the memory allows. */
export function chooseWorkerCount(
  cores = os.availableParallelism(),
  memory = Math.min(os.totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY),
): number {
  return Math.max(1, Math.min(cores, Math.floor(memory / MEMORY_OF_A_WORKER)))
}
