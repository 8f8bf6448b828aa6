import { parseArgs } from 'node:util'

/**
 * Returns the number of measurements: the value of `--rounds` on the command line, or `byDefault`. Exits for an invalid
 * value.
 * @param values the parsed options of a benchmark with further options
 */
export function readRounds(
  byDefault: number,
  { values }: { values: { rounds?: string | undefined } } = parseArgs({ options: { rounds: { type: 'string' } } }),
): number {
  const rounds = Number(values.rounds ?? byDefault)
  if (Number.isInteger(rounds) && rounds > 0) return rounds
  console.error(`--rounds takes a whole number from 1 on, not "${values.rounds}".`)
  process.exit(1)
}
