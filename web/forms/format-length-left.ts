import { lazy } from '#contract/lazy.ts'
import { countCharacters } from './field-problems.ts'

const numberFormat = lazy(() => new Intl.NumberFormat('en'))

/** Returns a text such as “120 characters left” or “3 characters too many”. Spaces at both ends are not counted. */
export function formatLengthLeft(text: string, max: number): string {
  const left = max - countCharacters(text)
  const count = Math.abs(left)
  return `${numberFormat().format(count)} ${count === 1 ? 'character' : 'characters'} ${left < 0 ? 'too many' : 'left'}`
}
