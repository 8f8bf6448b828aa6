import type { Database } from '../../../db/database.ts'
import type { SitePage } from '../../../http/build-output.ts'
import { disqusFile } from './disqus.ts'
import { jsonFile } from './json-comments.ts'
import { type Move, pageFinder } from './page-finder.ts'
import { planImport } from './plan.ts'
import { reportOf } from './report.ts'
import type { CommentSource } from './source.ts'
import { wordpressFile } from './wordpress.ts'
import { writeComments } from './write-comments.ts'

/** The file formats of comments that can be imported. */
export const sources: Readonly<Record<string, (file: string) => CommentSource>> = {
  disqus: disqusFile,
  wordpress: wordpressFile,
  json: jsonFile,
}

export interface ImportOptions {
  source: CommentSource
  pages: readonly SitePage[]
  moves: readonly Move[]
  /** Write nothing and only count. */
  dry: boolean
  /** Called often, with a sentence about the progress. */
  onProgress: (message: string) => void
}

/**
 * Imports the comments of a file. The whole file is read first, so that nothing of a broken file is written.
 * @returns a report
 * @throws {StartError} when the file is invalid
 */
export async function importComments(db: Database, options: ImportOptions): Promise<string> {
  const { source, pages, moves, dry, onProgress } = options
  let megabytes = 0
  const plan = await planImport(source, pageFinder(pages, moves), {
    onBytes: (bytes) => {
      megabytes = bytes / 1e6
    },
    onRead: (comments) => onProgress(`Reading: ${count(comments)} comments, ${megabytes.toFixed(1)} MB`),
  })
  const importable = [...plan.comments.values()].filter(({ page }) => page !== null).length
  const written = await writeComments(db, source, plan, dry, (comments) =>
    onProgress(`${dry ? 'Comparing' : 'Writing'}: ${count(comments)} of ${count(importable)} comments`),
  )
  return reportOf(plan, written, dry)
}

const count = (value: number) => value.toLocaleString('en')
