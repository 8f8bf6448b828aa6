import { type BrowserOptions, makeBrowserOfflineTransport, makeFetchTransport } from '@sentry/react'
import { scrubbed } from './scrub.ts'

type Transport = NonNullable<BrowserOptions['transport']>

/** A proxy that answers for a site that is away is no answer. */
const direct: Transport = (options) => {
  const fetching = makeFetchTransport(options)
  return {
    ...fetching,
    send: async (envelope) => {
      const result = await fetching.send(envelope)
      if ((result.statusCode ?? 0) >= 500) throw new Error(`Answered with ${result.statusCode}`)
      return result
    },
  }
}

/**
 * Sends reports by POST (S7.16). Those that get no answer wait in the browser (IndexedDB, at most thirty) and are sent when
 * the site is back, from another page if need be.
 */
export const transport: Transport = (options) => {
  const waiting = makeBrowserOfflineTransport(direct)({ ...options, dbName: 'reports', flushAtStartup: true })
  return {
    ...waiting,
    send: (envelope) => {
      // What comes as text is a recording, whose addresses no event processor has seen.
      for (const item of envelope[1]) if (typeof item[1] === 'string') item[1] = scrubbed(item[1])
      return waiting.send(envelope)
    },
  }
}
