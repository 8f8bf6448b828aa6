import { expect, test, vi } from 'vitest'
import { createTestApp } from '../testing/app.ts'
import { origins } from '../testing/origins.ts'

test('security.txt names the contact for security flaws and expires in less than a year (RFC 9116)', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-22T18:00:00Z'), toFake: ['Date'] })
  const answer = await createTestApp().inject('/.well-known/security.txt')
  vi.useRealTimers()
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(answer.body).toBe(
    'Contact: mailto:sicherheit@nebelhorn.example\n' +
      'Expires: 2027-05-21T00:00:00.000Z\n' +
      'Preferred-Languages: de\n' +
      `Canonical: ${origins[0]}/.well-known/security.txt\n`,
  )
})

test('redirects /.well-known/change-password to the page that changes the password', async () => {
  const answer = await createTestApp().inject('/.well-known/change-password')
  expect([answer.statusCode, answer.headers.location]).toEqual([302, '/account#password'])
})
