import { NAME_LENGTH_MAX } from '#contract/limits.ts'
import { cleanLine } from './clean-line.ts'
import { Refusal } from './failures.ts'

/** Cleans and checks a name. @throws {Refusal} name_missing, name_too_long */
export function parseName(name: string): string {
  const clean = cleanLine(name)
  if (clean === '') throw new Refusal('name_missing')
  if ([...clean].length > NAME_LENGTH_MAX) throw new Refusal('name_too_long')
  return clean
}
