import type { PageProblem } from './authoring.ts'

/**
 * Finds the lines of a page in the message of a build error, such as `content/my-page.mdx:7: …`. An error about another
 * file is reported at line 1 with its full message.
 */
export function findPageProblems(error: unknown, file: string): PageProblem[] | null {
  const text = error instanceof Error ? error.message : String(error)
  const found = [...text.matchAll(/content\/(\S+?):(\d+): (.*)/g)].map(([all, name, line, message = '']) =>
    name === file ? { line: Number(line), message } : { line: 1, message: all },
  )
  return found.length > 0 ? found : null
}
