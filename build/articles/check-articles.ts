import { readFileSync } from 'node:fs'
import path from 'node:path'
import { compile } from '@mdx-js/mdx'
import { site } from '#site'
import { AuthorError } from '../author-error.ts'
import { listContentFiles } from '../content.ts'
import { listMarkdownPlugins } from '../mdx.ts'
import { reuseOrMakeFile } from '../reused-files.ts'
import { contentFolder } from '../site.ts'

/** An error in an article. The line is missing when the error belongs to the whole file. */
interface ArticleError {
  line?: number | undefined
  reason: string
}

/**
 * Reads the Markdown of articles before they are bundled, so that all errors appear at once and without a stack trace.
 * @param files their paths, relative to the folder
 * @throws AuthorError with the file, the line and the reason of each error
 */
export async function checkArticles(files: readonly string[], folder = contentFolder): Promise<void> {
  const existing = JSON.stringify(listContentFiles(folder))
  const errors = await Promise.all(
    files.map(async (file) => {
      const full = path.join(folder, file)
      const text = readFileSync(full)
      const errors = await reuseOrMakeFile('article-errors', [full, text, existing], async () =>
        Buffer.from(JSON.stringify(await findErrors(full, text))),
      )
      const found: ArticleError[] = JSON.parse(String(errors))
      return found.map(({ line = 1, reason }) => `content/${file}:${line}: ${reason}`)
    }),
  )
  if (errors.flat().length > 0) throw new AuthorError(errors.flat().join('\n'))
}

async function findErrors(file: string, text: Buffer): Promise<ArticleError[]> {
  try {
    const { messages } = await compile(
      { path: file, value: text },
      { remarkPlugins: listMarkdownPlugins(site.features) },
    )
    return messages.map(({ line, reason }) => ({ line, reason })).toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0))
  } catch (error) {
    // The compiler throws at the first syntax error.
    if (!(error instanceof Error && 'reason' in error)) throw error
    const { line, reason } = error as Error & ArticleError
    return [{ line, reason: explainSyntaxError(reason) }]
  }
}

/**
 * Replaces messages of the parser that authors of plain Markdown would not understand: MDX reads `{` and `<` as code.
 */
function explainSyntaxError(reason: string): string {
  if (reason.startsWith('Unexpected character `!`') && reason.includes('before name'))
    return 'MDX has no comments like <!-- … -->. Delete it, or write {/* … */}.'
  if (reason.includes('with acorn')) return 'MDX reads { as code, and cannot read this. Write \\{ outside of code.'
  if (reason.startsWith('Unexpected character') && reason.includes('before name'))
    return 'MDX reads < as the start of a component. Write \\< outside of code.'
  return reason
}
