/** The contract is compiled without Node's types, but its tests run in Node. */
declare const process: { env: Record<string, string | undefined> }

const given = process.env.SOAK_SEED

/** The seed of random inputs: fixed in `npm test`, different in each `npm run soak`. */
export const soakSeed = Number(given ?? 1)

/** Returns `short` in `npm test`, whose tests take seconds, and `long` in `npm run soak`. */
export const chooseByRun = <T>(short: T, long: T): T => (given === undefined ? short : long)
