import { expect, test } from 'vitest'
import { createDeskSite } from '../../testing/desk.ts'
import { origins } from '../../testing/origins.ts'
import type { TestSite } from '../../testing/site.ts'

/** A violation by a script on another site, as Chromium and Firefox report it. */
const violation = {
  'document-uri': `${origins[0]}/about`,
  referrer: '',
  'violated-directive': 'script-src-elem',
  'effective-directive': 'script-src-elem',
  'original-policy': "default-src 'none'",
  disposition: 'enforce',
  'blocked-uri': 'https://evil.example/steal.js',
  'line-number': 7,
  'column-number': 3,
  'source-file': `${origins[0]}/assets/main-abc12345.js`,
  'status-code': 200,
}

const send = ({ app }: Pick<TestSite, 'app'>, report: unknown) =>
  app.inject({
    method: 'POST',
    url: '/api/policy-reports',
    headers: { 'content-type': 'application/csp-report' },
    payload: typeof report === 'string' ? report : JSON.stringify(report),
  })

test('the desk shows each kind of violation of the Content-Security-Policy once, among the errors of browsers', async () => {
  const site = await createDeskSite()
  for (let times = 0; times < 2; times++) expect((await send(site, { 'csp-report': violation })).statusCode).toBe(204)
  const { errors } = (await site.ask('GET', '/errors')).body
  expect(errors).toMatchObject([
    {
      title: 'Refused script-src-elem: https://evil.example/steal.js',
      place: 'assets/main-abc12345.js',
      side: 'browser',
      count: 2,
      lastRelease: 'fixture-1',
    },
  ])
  const { events } = (await site.ask('GET', `/errors/${errors[0].id}`)).body
  expect(events[0]).toMatchObject({ url: `${origins[0]}/about`, exceptions: [{ frames: [{ line: 7, column: 3 }] }] })
})

/** Returns a violation in the HTML of a page, such as one by a program of the reader that changes all pages. */
const inPage = (path: string, blocked: string) => ({
  ...violation,
  'document-uri': origins[0] + path,
  'source-file': origins[0] + path,
  'blocked-uri': blocked,
})
const noFile = { ...violation, 'source-file': '' }
const scanner = 'https://scanner.example/x.js'

test.each([
  ['by one host on two pages', [2], [inPage('/', scanner), inPage('/about', scanner)]],
  ['by inline scripts of two pages', [2], [inPage('/', 'inline'), inPage('/about', 'inline')]],
  ['by two hosts, without a file,', [1, 1], [noFile, { ...noFile, 'blocked-uri': scanner }]],
])('policy violations %s have these counts at the desk: %j', async (_, counts, reports) => {
  const site = await createDeskSite()
  for (const report of reports) await send(site, { 'csp-report': report })
  const { errors } = (await site.ask('GET', '/errors')).body
  expect(errors.map(({ count }: { count: number }) => count)).toEqual(counts)
})

test('the desk shows the line of an inline script that the policy refuses in the HTML of a page', async () => {
  const site = await createDeskSite()
  await send(site, { 'csp-report': inPage('/about', 'inline') })
  const [{ id }] = (await site.ask('GET', '/errors')).body.errors
  const { events } = (await site.ask('GET', `/errors/${id}`)).body
  expect(events).toMatchObject([
    { url: `${origins[0]}/about`, exceptions: [{ frames: [{ file: 'inline', line: 7, column: 3 }] }] },
  ])
})

test.each([
  ['an inline script without a file', { 'blocked-uri': 'inline', 'source-file': undefined }, 'inline'],
  [
    'a URL that contains a secret',
    { 'blocked-uri': 'https://x.example/?token=abc123' },
    'https://x.example/?token=[scrubbed]',
  ],
])('the desk shows a policy violation by %s', async (_, more, blocked) => {
  const site = await createDeskSite()
  expect((await send(site, { 'csp-report': { ...violation, ...more } })).statusCode).toBe(204)
  expect((await site.ask('GET', '/errors')).body.errors).toMatchObject([
    { title: `Refused script-src-elem: ${blocked}` },
  ])
})

test.each([
  [
    'report from a page of another site',
    { 'csp-report': { ...violation, 'document-uri': 'https://evil.example/' } },
    403,
    'foreign_origin',
  ],
  ['body that is not JSON', '{', 400, 'report_unreadable'],
  ['report of something else', [{ type: 'deprecation' }], 400, 'report_unreadable'],
  [
    'violation of an invalid directive',
    { 'csp-report': { ...violation, 'effective-directive': '<b>' } },
    400,
    'report_unreadable',
  ],
  ['report of 20 kB', { 'csp-report': { ...violation, referrer: 'x'.repeat(20_000) } }, 413, 'payload_too_large'],
])('the report endpoint of the Content-Security-Policy refuses a %s', async (_, report, status, code) => {
  const site = await createDeskSite()
  const answer = await send(site, report)
  expect([answer.statusCode, answer.json().code]).toEqual([status, code])
  expect((await site.ask('GET', '/errors')).body.errors).toEqual([])
})

test.each(['chrome-extension', 'moz-extension://2c1/x.js', 'safari-web-extension://2c1/x.js'])(
  'ignores a policy violation that the browser extension %s caused',
  async (extension) => {
    const site = await createDeskSite()
    expect((await send(site, { 'csp-report': { ...violation, 'source-file': extension } })).statusCode).toBe(204)
    expect((await site.ask('GET', '/errors')).body.errors).toEqual([])
  },
)
