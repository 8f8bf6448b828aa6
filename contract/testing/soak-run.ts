/** The contract knows neither Node nor browsers, but its tests run in Node. */
declare const process: { env: Record<string, string | undefined> }

const given = process.env.SOAK_SEED

/** The seed of random inputs: the same in each `npm test`, another one in each `npm run soak`. */
export const soakSeed = Number(given ?? 1)

/** Returns the first in `npm test`, which takes seconds, and the second in `npm run soak`. */
export const chooseByRun = <T>(short: T, long: T): T => (given === undefined ? short : long)
