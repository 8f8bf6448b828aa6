import { parseArgs } from 'node:util'

/**
 * The number after `--rounds` on the command line: how often each thing is measured.
 * @param byDefault what it is when it is not given
 */
export function readRounds(byDefault: number): number {
  const { values } = parseArgs({ options: { rounds: { type: 'string' } } })
  const rounds = Number(values.rounds ?? byDefault)
  if (Number.isInteger(rounds) && rounds > 0) return rounds
  console.error(`--rounds takes a whole number from 1 on, not "${values.rounds}".`)
  process.exit(1)
}
