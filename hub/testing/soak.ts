const given = process.env.SOAK_SEED

/** The seed of random inputs. It is the same in each `npm test`, and different in each `npm run soak`. */
export const seed = Number(given ?? 1)

/** Returns `short` in `npm test`, which takes seconds, and `long` in `npm run soak`. */
export const chooseForSoak = <T>(short: T, long: T): T => (given === undefined ? short : long)
