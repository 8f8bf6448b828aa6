import type { PageProblem } from './authoring.ts'

/**
 * Finds the lines of a page in an error of the build, such as `content/my-page.mdx:7: …`. An error about another file
 * is a problem of line 1, with its words.
 * @returns null when the error names no line of a file
 */
export function findPageProblems(error: unknown, file: string): PageProblem[] | null {
  const text = error instanceof Error ? error.message : String(error)
  const found = [...text.matchAll(/content\/(\S+?):(\d+): (.*)/g)].map(([all, name, line, message = '']) =>
    name === file ? { line: Number(line), message } : { line: 1, message: all },
  )
  return found.length > 0 ? found : null
}
