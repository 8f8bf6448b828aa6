import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { MINUTE_MS, SECOND_MS } from '#contract/limits.ts'
import { createSubscription } from '../../events/events.ts'
import { type RebuildOptions, rebuildSite, switchToLatestBuild } from '../../http/rebuild-site.ts'
import { defineFeature } from '../define-feature.ts'
import { type AnnouncerContext, createPageEventPublisher } from './announce-pages.ts'
import { clearFailedBuild, createBuildInboxSource, recordFailedBuild } from './failed-build.ts'

/** The time until the next build after a failed build. A build keeps a processor busy for half a minute. */
const RETRY_MS = 10 * MINUTE_MS

type PublishingOptions = RebuildOptions & AnnouncerContext & { log: FastifyBaseLogger }

/**
 * Publishes scheduled pages when their time has come: builds the site again, and serves the new build. Serves the
 * builds that other processes have made. Announces new pages.
 */
export function createPublishingFeature({ db, events, log, ...options }: PublishingOptions) {
  const { build, runBuild } = options
  const { start, announceDue } = createPageEventPublisher({ db, events, build })
  const closing = new AbortController()
  /** The publication time of the page for which the server has given up building. */
  let givenUp: number | null = null
  /** When to build again after a failed build, in milliseconds since 1970. */
  let retryAt = 0
  /**
   * The time when the file of the last compared build was written. Each build is compared once with the served build.
   */
  let comparedAt: number | undefined

  /** Serves the build that another process has made. Reads the build only when its file has changed. */
  async function serveNewBuild(): Promise<void> {
    // The file is missing for the moment in which a new build replaces the former one.
    const file = await stat(join(build.dir, 'build.json')).catch(() => null)
    if (!file || file.mtimeMs === comparedAt) return
    await switchToLatestBuild(options)
    comparedAt = file.mtimeMs
  }

  async function showDuePages(): Promise<void> {
    const { nextBuild } = build
    if (nextBuild === null || nextBuild === givenUp || Math.max(nextBuild, retryAt) > Date.now()) return
    if (runBuild === null) return giveUp(nextBuild, 'this server does not have the sources of the build that it serves')
    retryAt = Date.now() + RETRY_MS
    const next = await rebuildSite(options, runBuild, closing.signal).catch(async (error: unknown) => {
      if (closing.signal.aborted) return
      await recordFailedBuild(db, build.version, error instanceof Error ? error.message : String(error))
      throw error
    })
    if (closing.signal.aborted) return
    if (!next) return giveUp(nextBuild, 'the program of the site has changed: restart the site')
    retryAt = 0
    log.info({ version: next.version }, 'scheduled pages have appeared')
  }

  async function giveUp(time: number, reason: string): Promise<void> {
    givenUp = time
    await recordFailedBuild(db, build.version, `A scheduled page appears with the next deploy: ${reason}.`)
    log.warn({ due: new Date(time).toISOString() }, `a scheduled page appears with the next deploy: ${reason}`)
  }

  return defineFeature({
    name: 'publishing',
    routes: ({ scope }) => {
      scope.addHook('onClose', async () => closing.abort())
    },
    /** Starts a build for the pages that are due. Resolves before the build ends. */
    retryBuild: async () => {
      givenUp = null
      retryAt = 0
      await clearFailedBuild(db)
      showDuePages().catch((error: unknown) => log.error({ err: error }, 'a scheduled page was not built'))
    },
    inbox: [createBuildInboxSource(build)],
    jobs: [
      // Runs every second, because a page may be scheduled at the desk at any time. A run without a due page reads only
      // memory.
      { everyMs: SECOND_MS, run: showDuePages },
      { everyMs: SECOND_MS, run: serveNewBuild },
      // Announces the pages of a deploy, and repeats announcements that have failed.
      { everyMs: MINUTE_MS, run: announceDue },
    ],
    subscriptions: [createSubscription('build.served', announceDue)],
    prepare: start,
  })
}
