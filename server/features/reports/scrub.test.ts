import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createDeskSite } from '../../testing/desk.ts'
import { createErrorEvent, sendEvent } from '../../testing/reports.ts'
import { removeTextSecrets, SCRUBBED_TEXT, scrubValue } from './scrub.ts'

const secret = 'Ab3_dE6-hI9'.repeat(4).slice(0, 43)

test.each([
  ['https://site.test/welcome#token=abc', `https://site.test/welcome#token=${SCRUBBED_TEXT}`],
  ['/auth/callback?code=4%2F0Ad&state=xyz&ok=1', `/auth/callback?code=${SCRUBBED_TEXT}&state=${SCRUBBED_TEXT}&ok=1`],
  ['/?refreshtoken=abc&token=def#top', `/?refreshtoken=${SCRUBBED_TEXT}&token=${SCRUBBED_TEXT}#top`],
  ['/login?returnUrl=%2Fa%3Ftoken%3Dabc%26b%3D1', `/login?returnUrl=%2Fa%3Ftoken%3D${SCRUBBED_TEXT}%26b%3D1`],
  ['token=abc&page=2', `token=${SCRUBBED_TEXT}&page=2`],
  ['/x?sid=a1b2c3d4e5f6a1b2c3d4e5f6', `/x?sid=${SCRUBBED_TEXT}`],
  [`GET /x with ${secret} failed`, `GET /x with ${SCRUBBED_TEXT} failed`],
  ['eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln is not valid', `${SCRUBBED_TEXT} is not valid`],
  ['Authorization: Bearer abc.def', `Authorization: ${SCRUBBED_TEXT} ${SCRUBBED_TEXT}`],
  ['sent Bearer abc.def', `sent Bearer ${SCRUBBED_TEXT}`],
  ['Cookie: a=1; b=2\nnext', `Cookie: ${SCRUBBED_TEXT}\nnext`],
  ['{"password":"hunter2 and more","name":"Jo"}', /^{"password":"\[scrubbed\].*"name":"Jo"}$/],
  ['password=hunter2', `password=${SCRUBBED_TEXT}`],
  ['{\\"refreshToken\\":\\"abc\\"}', `{\\"refreshToken\\":\\"${SCRUBBED_TEXT}\\"}`],
])('removes the secret from the text %s', (text, expected) => {
  if (typeof expected === 'string') expect(removeTextSecrets(text)).toBe(expected)
  else expect(removeTextSecrets(text)).toMatch(expected)
})

test.each([
  "TypeError: Cannot read properties of undefined (reading 'token')",
  'Unexpected token \'<\', "<!doctype "... is not valid JSON',
  'https://site.test/assets/password-strength-CDrifdQt.js?v=2#top',
  '/desk/errors/0198b2f0-7a7e-7c9a-8f00-1234567890ab?state=',
  'web/features/accounts/my-account/password-section.tsx in changePassword',
  'Minified React error #418; visit https://react.dev/errors/418?args[]=HTML',
])('leaves a text without a secret unchanged: %s', (text) => {
  expect(removeTextSecrets(text)).toBe(text)
})

test('random secrets in the format of the site are always recognised', () => {
  for (let made = 0; made < 2_000; made++) {
    // A secret in the format of db/secrets.ts.
    const one = randomBytes(32).toString('base64url')
    expect(removeTextSecrets(`It was ${one}.`), one).toBe(`It was ${SCRUBBED_TEXT}.`)
  }
})

test('removes values whose property has the name of a secret, and values that are nested too deep', () => {
  const deep = JSON.parse(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`)
  expect(
    scrubValue({
      Authorization: 'x',
      'Set-Cookie': ['a'],
      refreshToken: 1,
      status_code: 200,
      list: [{ password: 'x' }],
      no: null,
    }),
  ).toEqual({
    Authorization: SCRUBBED_TEXT,
    'Set-Cookie': SCRUBBED_TEXT,
    refreshToken: SCRUBBED_TEXT,
    status_code: 200,
    list: [{ password: SCRUBBED_TEXT }],
    no: null,
  })
  expect(JSON.stringify(scrubValue(deep))).toBe(`${'{"a":'.repeat(12)}null${'}'.repeat(12)}`)
})

test('the stored event of an error report contains no secret', async () => {
  const site = await createDeskSite()
  const event = createErrorEvent({
    exception: {
      values: [
        {
          type: 'Error',
          value: `401 for ${secret}`,
          stacktrace: {
            frames: [{ filename: `https://site.test/page?token=${secret}`, function: 'f', lineno: 1, colno: 1 }],
          },
        },
      ],
    },
    request: { url: `https://site.test/reset-password#token=${secret}`, headers: { Cookie: secret }, data: secret },
    breadcrumbs: [
      { category: 'navigation', data: { from: `/welcome#token=${secret}`, to: '/' } },
      {
        category: 'fetch',
        data: { method: 'POST', url: `/auth/refresh?refreshtoken=${secret}`, status_code: 401, body: secret },
      },
      { category: 'console', message: `{"password":"hunter2","token":"${secret}"}` },
    ],
    extra: { secret },
    contexts: { secret },
  })
  expect((await sendEvent(site, event)).statusCode).toBe(200)
  const rows = [
    ...(await site.db.selectFrom('error_groups').selectAll().execute()),
    ...(await site.db.selectFrom('error_events').selectAll().execute()),
    ...(await site.mails()),
  ]
  expect(rows).toHaveLength(3)
  expect(JSON.stringify(rows)).not.toContain(secret)
  expect(JSON.stringify(rows)).not.toContain('hunter2')
  expect(JSON.stringify(rows)).toContain(`POST /auth/refresh?refreshtoken=${SCRUBBED_TEXT} → 401`)
})
