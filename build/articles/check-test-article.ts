import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { checkArticles } from './check-articles.ts'

/** Checks an article and returns its errors as `line: reason`. The first of the given lines is line 5 of the file. */
export const findErrors = (...lines: string[]) => findErrorsAtPath('/page', ...lines)

/** Checks an article like `findErrors`, but as the page with this path. */
export async function findErrorsAtPath(address: string, ...lines: string[]): Promise<string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'articles-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(path.join(folder, 'page.mdx'), ['---', `path: ${address}`, '---', '', ...lines].join('\n'))
  mkdirSync(path.join(folder, 'page'))
  writeFileSync(path.join(folder, 'page/plan.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(path.join(folder, 'page/app.config'), 'depth = 1')
  writeFileSync(path.join(folder, 'page/tack.mp4'), '')
  writeFileSync(path.join(folder, 'page/plan 100%.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  const checked = checkArticles(['page.mdx'], folder).then(
    () => '',
    ({ message }: Error) => message,
  )
  return (await checked)
    .split('\n')
    .filter(Boolean)
    .map((line) => line.replace('content/page.mdx:', ''))
}
