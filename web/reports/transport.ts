import { type BrowserOptions, makeBrowserOfflineTransport, makeFetchTransport } from '@sentry/react'
import { scrubbed } from './scrub.ts'

type Transport = NonNullable<BrowserOptions['transport']>

/**
 * A proxy that answers for a site that is away is no answer. What is sent as text is a recording, whose addresses no event
 * processor has seen.
 */
const send: Transport = (options) => {
  const direct = makeFetchTransport(options)
  return {
    ...direct,
    send: async (envelope) => {
      for (const item of envelope[1]) if (typeof item[1] === 'string') item[1] = scrubbed(item[1])
      const result = await direct.send(envelope)
      if ((result.statusCode ?? 0) >= 500) throw new Error(`Answered with ${result.statusCode}`)
      return result
    },
  }
}

/**
 * Sends reports by POST (S7.16). Those that get no answer wait in the browser (IndexedDB, at most thirty) and are sent when
 * the site is back, from another page if need be.
 */
export const transport: Transport = (options) =>
  makeBrowserOfflineTransport(send)({ ...options, dbName: 'reports', flushAtStartup: true })
