import { expect, test } from 'vitest'
import { removeEventSecrets, scrubNestedUrlSecrets } from './scrub.ts'

test.each([
  ['https://a.test/x?token=abc&refreshtoken=def&page=2', 'https://a.test/x?token=…&refreshtoken=…&page=2'],
  ['/verify-email#token=abc', '/verify-email#token=…'],
  ['/auth/login/google/callback?code=4/0A&state=xyz', '/auth/login/google/callback?code=…&state=…'],
  ['GET /hub?id=1&access_token=s3cret failed', 'GET /hub?id=1&access_token=… failed'],
  [
    '/orders/7?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_x',
    '/orders/7?payment_intent=pi_1&payment_intent_client_secret=…',
  ],
  ['Bearer eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIxIn0.c2ln is over', 'Bearer … is over'],
  ['/desk/errors?search=token&filter=all', '/desk/errors?search=token&filter=all'],
  ['the code=7 of a state', 'the code=7 of a state'],
])('removes only the secrets from %s in an error report', (before, after) => {
  expect(scrubNestedUrlSecrets(before)).toBe(after)
})

test('secrets are removed from the message, stack frames, breadcrumbs, URL and referrer of an error report', () => {
  const secret = 'https://a.test/x?token=abc'
  const event = removeEventSecrets({
    exception: {
      values: [{ type: 'Error', value: secret, stacktrace: { frames: [{ filename: secret, lineno: 3 }] } }],
    },
    breadcrumbs: [{ category: 'fetch', data: { url: secret, status_code: 200 } }],
    request: { url: secret, headers: { Referer: secret }, data: 'password=x', cookies: { a: 'b' } },
    user: { id: '1', email: 'nora@example.org' },
  })
  expect(JSON.stringify(event)).not.toContain('abc')
  expect(event.exception?.values?.[0]?.stacktrace?.frames).toEqual([
    { filename: 'https://a.test/x?token=…', lineno: 3 },
  ])
  expect(event.request).toEqual({ url: 'https://a.test/x?token=…', headers: { Referer: 'https://a.test/x?token=…' } })
  expect(event.user).toEqual({ id: '1', email: 'nora@example.org' })
})

test('values of an error report that are not plain objects stay unchanged, so that circular references cause no endless loop', () => {
  const circle = new Map<string, unknown>()
  circle.set('self', circle)
  expect(scrubNestedUrlSecrets({ circle }).circle).toBe(circle)
})
