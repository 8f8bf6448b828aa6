import { parseArgs } from 'node:util'

/**
 * Reads `--rounds` from the command line: the number of measurements.
 * @param byDefault the number without the option
 */
export function readRounds(byDefault: number): number {
  const { values } = parseArgs({ options: { rounds: { type: 'string' } } })
  const rounds = Number(values.rounds ?? byDefault)
  if (Number.isInteger(rounds) && rounds > 0) return rounds
  console.error(`--rounds takes a whole number from 1 on, not "${values.rounds}".`)
  process.exit(1)
}
