import type { Plan } from './plan.ts'
import { type LeftOut, reasons } from './source.ts'
import type { Written } from './write-comments.ts'

const PAGES_MAX = 100
const ADDRESS_LENGTH_MAX = 200

/** The unexpected reasons to leave out a comment; the report lists these comments by id. */
const surprising: readonly LeftOut[] = ['too long', 'empty', 'no date', 'no id', 'twice']

/** Returns the report of an import or a dry run. */
export function reportOf(plan: Plan, written: Written, dry: boolean): string {
  const lines = [
    `${number(plan.total, 'comment')} in the file.`,
    `${dry ? 'Would be imported' : 'Imported'}: ${number(written.imported)}.`,
  ]
  if (written.existing > 0) lines.push(`Already there: ${number(written.existing)}.`)
  const leftOut = [...plan.leftOut].map(([reason, { count, ids }]) => {
    const named = surprising.includes(reason)
      ? `: ${ids.map(printable).join(', ')}${count > ids.length ? ' …' : ''}`
      : ''
    return `  ${number(count)} ${reasons[reason]}${named}`
  })
  if (leftOut.length > 0) lines.push('Left out:', ...leftOut)
  if (plan.orphans > 0) {
    lines.push(
      `${number(plan.orphans, 'answer')} to comments that are not in the file: each begins a thread of its own.`,
    )
  }
  return [...lines, ...unknownPages(plan.unknownPages)].join('\n')
}

function unknownPages(pages: Plan['unknownPages']): string[] {
  if (pages.size === 0) return []
  const most = [...pages].sort(([, a], [, b]) => b - a)
  const listed = most.slice(0, PAGES_MAX).map(([path, count]) => `  ${printable(path)}: ${number(count, 'comment')}`)
  return [
    'Left out, because this site has no such page (--map /old=/new says which one it is here):',
    ...listed,
    ...(most.length > PAGES_MAX ? [`  and ${number(most.length - PAGES_MAX)} more`] : []),
  ]
}

/** Removes characters that would control the terminal. */
const printable = (text: string) => text.replace(/[\p{Cc}\p{Cf}]/gu, '').slice(0, ADDRESS_LENGTH_MAX)

const number = (count: number, noun = '') =>
  `${count.toLocaleString('en')}${noun === '' ? '' : ` ${noun}${count === 1 ? '' : 's'}`}`
