import { randomUUID } from 'node:crypto'
import { ERROR_REPORTS_PATH } from '#contract/report-rates.ts'
import { origins } from './origins.ts'
import type { TestSite } from './site.ts'

/** The user agent of Chrome on Windows. */
const USER_AGENT = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0'

export const newEventId = () => randomUUID().replaceAll('-', '')

/** Returns an event as the browser's reporter sends it, with the outermost stack frame first. */
export function createErrorEvent(more: Record<string, unknown> = {}) {
  return {
    event_id: newEventId(),
    timestamp: Date.now() / 1000,
    platform: 'javascript',
    environment: 'production',
    release: 'fixture-1',
    exception: {
      values: [
        {
          type: 'TypeError',
          value: 'x is undefined',
          stacktrace: {
            frames: [
              {
                filename: `${origins[0]}/assets/main-abc12345.js`,
                function: 'start',
                lineno: 1,
                colno: 20,
                in_app: true,
              },
              {
                filename: `${origins[0]}/assets/main-abc12345.js`,
                function: 'open',
                lineno: 2,
                colno: 10,
                in_app: true,
              },
            ],
          },
        },
      ],
    },
    request: { url: `${origins[0]}/about` },
    ...more,
  }
}

/** Returns an envelope with items of any type, in the format of the reporter. */
export function createEnvelope(...items: (readonly [type: string, content: unknown])[]): string {
  const lines = items.flatMap(([type, content]) => [JSON.stringify({ type }), JSON.stringify(content)])
  return [JSON.stringify({ event_id: newEventId(), sent_at: new Date().toISOString() }), ...lines].join('\n')
}

/** Sends an envelope as a page of the site would. */
export async function sendEnvelope(
  { app }: Pick<TestSite, 'app'>,
  payload: string | Buffer,
  { headers = {}, from = '192.0.2.7' }: { headers?: Record<string, string>; from?: string } = {},
) {
  return app.inject({
    method: 'POST',
    url: ERROR_REPORTS_PATH,
    remoteAddress: from,
    headers: { origin: origins[0], 'content-type': 'text/plain;charset=UTF-8', 'user-agent': USER_AGENT, ...headers },
    payload,
  })
}

export const sendEvent = (site: Pick<TestSite, 'app'>, event: unknown, options?: Parameters<typeof sendEnvelope>[2]) =>
  sendEnvelope(site, createEnvelope(['event', event]), options)
