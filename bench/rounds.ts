import { parseArgs } from 'node:util'

/**
 * Returns the number of measurements: the value of `--rounds` on the command line, or `byDefault`. Exits for an invalid
 * value.
 */
export function readRounds(byDefault: number): number {
  const { values } = parseArgs({ options: { rounds: { type: 'string' } } })
  const rounds = Number(values.rounds ?? byDefault)
  if (Number.isInteger(rounds) && rounds > 0) return rounds
  console.error(`--rounds takes a whole number from 1 on, not "${values.rounds}".`)
  process.exit(1)
}
