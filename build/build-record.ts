import { readFileSync } from 'node:fs'
import path from 'node:path'

/** The data of a build that the server needs in addition to the build's files. */
export interface BuildRecord {
  /** The hash of all served files: the version of the site (S7.10). */
  version: string
  /** The hashes of the inline blocks of all pages, for the Content-Security-Policy. */
  csp: { scripts: string[]; styles: string[] }
  /** The author's pages, with the keys of their stored data and their previous paths. */
  pages: {
    key: string
    path: string
    title: string
    description: string
    published: string | null
    /** Whether the page is listed in lists of articles and in feeds. */
    isArticle: boolean
    private: boolean
    aliases: string[]
  }[]
  /** When the next scheduled page appears, so that a build is due, in milliseconds since 1970; null without one. */
  nextBuild: number | null
  /** The hash of the sources of this build. */
  sources: string
  /** The hash of all sources except the pages. A running server switches only to a build with the same hash. */
  program: string
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
