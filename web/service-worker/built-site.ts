import type { WorkerBuild } from '#contract/service-worker.ts'

/** Written before the worker's code by the build (build/service-worker.ts). */
declare const BUILT_SITE: WorkerBuild

/** The build that this worker belongs to. It caches files of this build only. */
export const builtSite: WorkerBuild = BUILT_SITE
