import { type BuildOutput, readBuildOutput } from './build-output.ts'
import type { ServedBuild } from './served-build.ts'

export interface RebuildOptions {
  build: Pick<ServedBuild, 'dir' | 'version' | 'program' | 'nextBuild'>
  /** Builds the site from its sources; null when the server does not have them. */
  runBuild: ((signal: AbortSignal) => Promise<void>) | null
  /** Begins to serve a newer build. */
  changeOver: (next: BuildOutput) => Promise<void>
}

/**
 * Builds the site, and begins to serve the new build.
 * @returns the build; null when the program of the site has changed, so that the server has to start again to serve it
 * @throws {Error} with what the build has printed; the site stays as it is
 */
export async function rebuildSite(
  { build, changeOver }: RebuildOptions,
  runBuild: NonNullable<RebuildOptions['runBuild']>,
  signal: AbortSignal,
): Promise<BuildOutput | null> {
  const { nextBuild } = build
  await runBuild(signal)
  signal.throwIfAborted()
  const next = readBuildOutput(build.dir)
  if (next.program !== build.program) return null
  if (next.version !== build.version || next.nextBuild !== nextBuild) await changeOver(next)
  return next
}
