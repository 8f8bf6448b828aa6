import type { PageProblem } from './authoring.ts'

/**
 * Parses the message of a build error, such as `content/my-page.mdx:7: …`, into problems of a page. An error about
 * another file is reported at line 1 with its full message. Returns null when the message names no file in content/.
 */
export function parseBuildError(error: unknown, file: string): PageProblem[] | null {
  const text = error instanceof Error ? error.message : String(error)
  const found = [...text.matchAll(/content\/(\S+?):(\d+): (.*)/g)].map(([all, name, line, message = '']) =>
    name === file ? { line: Number(line), message } : { line: 1, message: all },
  )
  return found.length > 0 ? found : null
}
