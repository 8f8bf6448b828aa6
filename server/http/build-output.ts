import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { StartError } from './start-error.ts'

const hash = z.string().regex(/^sha(256|384|512)-[A-Za-z0-9+/]+=*$/)
const page = z.object({
  /** The key of its comments (contract/page-key.ts). */
  key: z.string(),
  path: z.string(),
  title: z.string(),
  /** Whether only readers may see the page and its comments. */
  private: z.boolean(),
  /** The paths it had before. */
  aliases: z.array(z.string()),
})
/** A page of the site. */
export type SitePage = z.output<typeof page>

const description = z.object({
  version: z.string().min(1),
  csp: z.object({ scripts: z.array(hash), styles: z.array(hash) }),
  pages: z.array(page),
})

/**
 * The result of `npm run build`: `version` is the hash of its content, `csp` the hashes of its inline scripts and
 * styles.
 */
export interface BuildOutput extends z.output<typeof description> {
  /** The folder of the build. */
  dir: string
  webDir: string
  /** The pages that are served to readers only. */
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
    throw missingBuild(directory)
  }
}

/** Returns the error for a missing part of the build. */
export function missingBuild(path: string): StartError {
  return new StartError(`There is no complete build at ${path}. Run "npm run build", then start again.`)
}
