import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readFrontMatterValues } from '#contract/front-matter.ts'
import { pageFilePattern } from '#contract/page-path.ts'

/** Lists the files of pages below the folder. */
export const listPageSourceFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => pageFilePattern.test(name))
    .sort()

/** Returns the text of a page; null when there is no such file. */
export async function readPageFile(folder: string, file: string): Promise<string | null> {
  if (!pageFilePattern.test(file)) return null
  return readFile(join(folder, file), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}

/** Returns whether a page of the folder has a path, or has the file that a new page with this path would get. */
export async function hasPageFileWithPath(folder: string, path: string): Promise<boolean> {
  for (const file of listPageSourceFiles(folder)) {
    if (
      file === `${path.slice(1)}.mdx` ||
      parsePageFrontMatter((await readPageFile(folder, file)) ?? '', file).path === path
    )
      return true
  }
  return false
}

/** The front matter of a page as far as the desk shows it. */
export interface PageFrontMatter {
  path: string
  title: string
  group: string
  published: string
  isDraft: boolean
}

/** Reads the front matter of a page. A page whose front matter is invalid gets its file name as title. */
export function parsePageFrontMatter(source: string, file: string): PageFrontMatter {
  const values = readFrontMatterValues(source)
  const textOf = (key: string) => (typeof values[key] === 'string' ? values[key] : '')
  return {
    path: textOf('path'),
    title: textOf('title') || file,
    group: textOf('group'),
    published: textOf('published'),
    isDraft: values.draft === true,
  }
}
