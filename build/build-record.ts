import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { BuildDescription } from '../contract/build-description.ts'

/** The content of build.json: the data of a build that the server and later builds need besides its files. */
export interface BuildRecord extends BuildDescription {
  /** The hash of the sources of this build. */
  sources: string
  /** The hash of all that the bundles are made from (build/bundles.ts). */
  bundles: string
  /** The paths of the server files and assets that this build made. Files kept from an earlier build are not listed. */
  own: string[]
}

/**
 * Reads the record of a build. The record is empty when there is no build, or when a loss of power has damaged it. The
 * record may lack properties when an earlier version of the program made the build.
 */
export function readBuildRecord(folder: string): Partial<BuildRecord> {
  try {
    return JSON.parse(readFileSync(path.join(folder, 'build.json'), 'utf8'))
  } catch {
    return {}
  }
}
