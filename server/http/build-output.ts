import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { StartError } from './start-error.ts'

const hash = z.string().regex(/^sha(256|384|512)-[A-Za-z0-9+/]+=*$/)
const page = z.object({
  /** The key of the page's comments (contract/page-key.ts). */
  key: z.string(),
  path: z.string(),
  title: z.string(),
  description: z.string(),
  /** The ISO date; null for a page without one. */
  published: z.string().nullable(),
  /** Whether the page is an article, which feeds and lists contain (web/kit/page.ts). */
  isArticle: z.boolean(),
  private: z.boolean(),
  /** The former paths of the page. */
  aliases: z.array(z.string()),
})
export type SitePage = z.output<typeof page>

const description = z.object({
  version: z.string().min(1),
  csp: z.object({ scripts: z.array(hash), styles: z.array(hash) }),
  pages: z.array(page),
  /** The time when the next scheduled page appears, in milliseconds since 1970; null when none is scheduled. */
  nextBuild: z.int().nullable().default(null),
  /** The hash of the server's code in the build. A running server can only change to a build with the same code. */
  program: z.string().default(''),
})

/** `version` is the hash of the build's content, `csp` has the hashes of its inline scripts and styles. */
export interface BuildOutput extends z.output<typeof description> {
  dir: string
  webDir: string
  privateDir: string
}

/** Reads build.json of the given directory. @throws {StartError} when the build is missing or incomplete */
export function readBuildOutput(directory: string): BuildOutput {
  try {
    const text = readFileSync(join(directory, 'build.json'), 'utf8')
    return {
      ...description.parse(JSON.parse(text)),
      dir: directory,
      webDir: join(directory, 'web'),
      privateDir: join(directory, 'private'),
    }
  } catch {
    throw createMissingBuildError(directory)
  }
}

export function createMissingBuildError(path: string): StartError {
  return new StartError(`There is no complete build at ${path}. Run "npm run build", then start again.`)
}
