import { formatFileSize } from '#contract/format-file-size.ts'
import type { Database } from '../../../db/database.ts'
import type { SitePage } from '../../../http/build-output.ts'
import { createDisqusSource } from './disqus.ts'
import { createJsonSource } from './json-comments.ts'
import { createPageFinder, type ImportPlan, type PageMove, planImport } from './plan.ts'
import { type CommentSource, type OmissionReason, omissionReasonTexts } from './source.ts'
import { createWordpressSource } from './wordpress.ts'
import { type ImportCounts, writeComments } from './write-comments.ts'

export const commentSourceFactories: Readonly<Record<string, (file: string) => CommentSource>> = {
  disqus: createDisqusSource,
  wordpress: createWordpressSource,
  json: createJsonSource,
}

interface ImportOptions {
  source: CommentSource
  pages: readonly SitePage[]
  moves: readonly PageMove[]
  /** Whether to count the comments without writing them. */
  dry: boolean
  /** Called often with a sentence about the progress. */
  onProgress: (message: string) => void
}

/** Imports the comments of a file and returns a report. An invalid file is refused before anything is written. */
export async function importCommentsAndReport(db: Database, options: ImportOptions): Promise<string> {
  const { source, pages, moves, dry, onProgress } = options
  let bytesRead = 0
  const plan = await planImport(source, createPageFinder(pages, moves), {
    onBytes: (bytes) => {
      bytesRead = bytes
    },
    onRead: (comments) => onProgress(`Reading: ${count(comments)} comments, ${formatFileSize(bytesRead)}`),
  })
  const importable = [...plan.comments.values()].filter(({ page }) => page !== null).length
  const written = await writeComments(db, source, plan, dry, (comments) =>
    onProgress(`${dry ? 'Comparing' : 'Writing'}: ${count(comments)} of ${count(importable)} comments`),
  )
  return reportOf(plan, written, dry)
}

const count = (value: number) => value.toLocaleString('en')

const PAGES_MAX = 100
const ADDRESS_LENGTH_MAX = 200

/** The unexpected reasons for leaving out a comment. The report lists the ids of these comments. */
const surprising: readonly OmissionReason[] = ['too long', 'empty', 'no date', 'no id', 'twice']

function reportOf(plan: ImportPlan, written: ImportCounts, dry: boolean): string {
  const lines = [
    `${number(plan.total, 'comment')} in the file.`,
    `${dry ? 'Would be imported' : 'Imported'}: ${number(written.imported)}.`,
  ]
  if (written.existing > 0) lines.push(`Already there: ${number(written.existing)}.`)
  const leftOut = [...plan.leftOut].map(([reason, { count, ids }]) => {
    const named = surprising.includes(reason)
      ? `: ${ids.map(printable).join(', ')}${count > ids.length ? ' …' : ''}`
      : ''
    return `  ${number(count)} ${omissionReasonTexts[reason]}${named}`
  })
  if (leftOut.length > 0) lines.push('Left out:', ...leftOut)
  if (plan.orphans > 0) {
    const replies = `${number(plan.orphans)} ${plan.orphans === 1 ? 'reply' : 'replies'}`
    lines.push(`${replies} to comments that are not in the file: each begins a thread of its own.`)
  }
  return [...lines, ...unknownPages(plan.unknownPages)].join('\n')
}

function unknownPages(pages: ImportPlan['unknownPages']): string[] {
  if (pages.size === 0) return []
  const most = [...pages].sort(([, a], [, b]) => b - a)
  const listed = most.slice(0, PAGES_MAX).map(([path, count]) => `  ${printable(path)}: ${number(count, 'comment')}`)
  return [
    'Left out, because this site has no such page (--map /old=/new says which one it is here):',
    ...listed,
    ...(most.length > PAGES_MAX ? [`  and ${number(most.length - PAGES_MAX)} more`] : []),
  ]
}

/** Removes control characters, which could change what the terminal shows. */
const printable = (text: string) => text.replace(/[\p{Cc}\p{Cf}]/gu, '').slice(0, ADDRESS_LENGTH_MAX)

const number = (count: number, noun = '') =>
  `${count.toLocaleString('en')}${noun === '' ? '' : ` ${noun}${count === 1 ? '' : 's'}`}`
