import { type BuildOutput, readBuildOutput } from './build-output.ts'
import type { ServedBuild } from './served-build.ts'

/** A page to publish: its file, and its new text. */
export interface PageSourceFile {
  /** The name of the page's file below `content/`. */
  file: string
  source: string
}

export interface RebuildOptions {
  build: Pick<ServedBuild, 'dir' | 'version' | 'program' | 'nextBuild'>
  /**
   * Builds the site from its sources; null when the server does not have them. The site is built with the text of
   * `page`. When the build has succeeded, the text is written into the file of the page.
   */
  runBuild: ((signal: AbortSignal, page?: PageSourceFile) => Promise<void>) | null
  /** Begins to serve a newer build. */
  changeOver: (next: BuildOutput) => Promise<void>
}

/**
 * Builds the site, and begins to serve the new build.
 * @returns the build; null when the server code has changed, because only a restarted server can serve such a build
 * @throws {Error} with what the build has printed; the server still serves the former build
 */
export async function rebuildSite(
  options: Pick<RebuildOptions, 'build' | 'changeOver'>,
  runBuild: NonNullable<RebuildOptions['runBuild']>,
  signal: AbortSignal,
  page?: PageSourceFile,
): Promise<BuildOutput | null> {
  await runBuild(signal, page)
  signal.throwIfAborted()
  return switchToLatestBuild(options)
}

/**
 * Begins to serve the build in the folder of builds when it differs from the served one.
 * @returns the build; null when the server code has changed
 * @throws {StartError} when the build is incomplete; the server still serves the former build
 */
export async function switchToLatestBuild({
  build,
  changeOver,
}: Pick<RebuildOptions, 'build' | 'changeOver'>): Promise<BuildOutput | null> {
  const latest = readBuildOutput(build.dir)
  if (latest.program !== build.program) return null
  if (latest.version !== build.version || latest.nextBuild !== build.nextBuild) await changeOver(latest)
  return latest
}
