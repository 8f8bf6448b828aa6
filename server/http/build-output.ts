import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BuildDescription, buildDescriptionSchema } from '#contract/build-description.ts'
import { StartError } from './start-error.ts'

export type { SitePage } from '#contract/build-description.ts'

export interface BuildOutput extends BuildDescription {
  dir: string
  webDir: string
  privateDir: string
}

/** Reads build.json of the given directory. @throws {StartError} when the build is missing or incomplete */
export function readBuildOutput(directory: string): BuildOutput {
  try {
    const text = readFileSync(join(directory, 'build.json'), 'utf8')
    return {
      ...buildDescriptionSchema.parse(JSON.parse(text)),
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
