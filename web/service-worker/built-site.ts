import type { BuiltSite } from '#contract/service-worker.ts'

/** Written before the worker's code by the build (build/service-worker.ts). */
declare const BUILT_SITE: BuiltSite

/** The build that this worker belongs to: it keeps nothing of another one. */
export const site: BuiltSite = BUILT_SITE
