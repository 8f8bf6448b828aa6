import { type BrowserOptions, makeBrowserOfflineTransport, makeFetchTransport } from '@sentry/react'
import { scrubNestedUrlSecrets } from './scrub.ts'

type Transport = NonNullable<BrowserOptions['transport']>

/**
 * Sends reports with fetch. A status of 500 or above is treated like a missing response, so that the report is sent
 * again later.
 */
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
 * Sends reports by POST (S7.16). At most thirty reports that got no response are stored in IndexedDB. They are sent
 * when the site is reachable again, even from another page.
 */
export const createReportTransport: Transport = (options) => {
  const waiting = makeBrowserOfflineTransport(direct)({ ...options, dbName: 'reports', flushAtStartup: true })
  return {
    ...waiting,
    send: (envelope) => {
      // Among the items, only recordings are strings. The event processor does not scrub them.
      for (const item of envelope[1]) if (typeof item[1] === 'string') item[1] = scrubNestedUrlSecrets(item[1])
      return waiting.send(envelope)
    },
  }
}
