import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { StartError } from './start-error.ts'

const hash = z.string().regex(/^sha(256|384|512)-[A-Za-z0-9+/]+=*$/)
const page = z.object({
  /** What its comments are kept by (contract/page-key.ts). */
  key: z.string(),
  path: z.string(),
  title: z.string(),
  /** Its words, and what is said about them, are for readers only. */
  private: z.boolean(),
  /** The paths it had before. */
  aliases: z.array(z.string()),
})
/** A page that the author has written. */
export type SitePage = z.output<typeof page>

const description = z.object({
  version: z.string().min(1),
  csp: z.object({ scripts: z.array(hash), styles: z.array(hash) }),
  pages: z.array(page),
})

/** What `npm run build` wrote: `version` is the hash of its content, `csp` the hashes of its inline scripts and styles. */
export interface BuildOutput extends z.output<typeof description> {
  /** The folder of it all. */
  dir: string
  webDir: string
  /** The pages that are served to readers only. */
  privateDir: string
}

/**
 * Reads build.json of the given directory.
 * @throws {StartError} when there is no build, or not a whole one
 */
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
    throw missingBuild(directory)
  }
}

/** The one way to say that a part of the build is not there. */
export function missingBuild(path: string): StartError {
  return new StartError(`There is no complete build at ${path}. Run "npm run build", then start again.`)
}
