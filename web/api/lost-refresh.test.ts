import { expect, it, vi } from 'vitest'
import * as z from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { createFakeSessionServer, installFakeBrowser } from '../testing/browser.ts'

const x = defineEndpoint({ method: 'GET', path: '/x', access: 'anyone', replies: { 200: z.unknown() } })

it('a refresh whose response is lost is repeated before the server refuses its token, and the session continues', async () => {
  vi.useFakeTimers()
  vi.spyOn(console, 'info').mockImplementation(() => {})
  const server = createFakeSessionServer()
  let isLost = true
  const browser = installFakeBrowser((call) => {
    const response = server.answer(call)
    if (call.path !== '/auth/refresh' || !isLost) return response
    isLost = false
    throw new TypeError('Failed to fetch')
  })
  vi.resetModules()
  const { authFetch } = await import('./api.ts')
  const { storeTokens } = await import('./tokens.ts')
  storeTokens({ accessToken: 'access 1', refreshToken: 'refresh 1' })
  server.expire()
  const response = authFetch(x)
  await vi.advanceTimersByTimeAsync(5_000)
  expect((await response)?.status).toBe(200)
  expect(browser.callsTo('/auth/refresh').map(({ body }) => body.refreshToken)).toEqual(['refresh 1', 'refresh 1'])
  expect(browser.stored.get('refreshToken')).toBe('refresh 2')
})
