import { afterEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { createFakeSessionServer, installFakeBrowser } from '../testing/browser.ts'
import { createIdempotencyKey } from './call-api.ts'

afterEach(() => vi.unstubAllGlobals())

it('creates different idempotency keys that the server accepts, even on a page without HTTPS', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  const keys = Array.from({ length: 500 }, createIdempotencyKey)
  for (const key of keys) expect(z.uuidv4().parse(key)).toBe(key)
  expect(new Set(keys).size).toBe(500)
})

const noteSchema = z.object({ text: z.string() })
const saveNote = defineEndpoint({
  method: 'POST',
  path: '/notes',
  access: 'reader',
  body: noteSchema,
  replies: { 200: z.unknown() },
})

it.each(['both tokens', 'the refresh token only'])(
  'with %s, a call that cannot refresh its tokens says that the site cannot be reached, and keeps the user',
  async (tokens) => {
    vi.spyOn(console, 'info').mockImplementation(() => {})
    const server = createFakeSessionServer()
    let isAway = false
    const browser = installFakeBrowser((call) =>
      isAway && call.path === '/auth/refresh' ? new Response('', { status: 503 }) : server.answer(call),
    )
    browser.stored.set('accessToken', 'access 1')
    browser.stored.set('refreshToken', 'refresh 1')
    vi.resetModules()
    const { callForJson } = await import('./call-api.ts')
    const { useSession } = await import('./session.ts')
    await useSession.getState().fetchUser()
    server.expire()
    isAway = true
    if (tokens !== 'both tokens') browser.stored.delete('accessToken')
    const save = () => callForJson(saveNote, { body: { text: 'typed for half an hour' } })
    await expect(save()).rejects.toMatchObject({
      status: 0,
      message: 'The site cannot be reached. Check your connection, then try again.',
    })
    expect(useSession.getState()).toMatchObject({ user: server.user, isAuthenticated: true })
    isAway = false
    await expect(save()).resolves.toMatchObject({ bearer: 'access 2' })
  },
)

it('a call in a session that is over is refused, and the user becomes null', async () => {
  vi.spyOn(console, 'info').mockImplementation(() => {})
  const server = createFakeSessionServer()
  const browser = installFakeBrowser(server.answer)
  browser.stored.set('accessToken', 'access 1')
  browser.stored.set('refreshToken', 'refresh 1')
  vi.resetModules()
  const { callForJson } = await import('./call-api.ts')
  const { useSession } = await import('./session.ts')
  await useSession.getState().fetchUser()
  server.over = true
  await expect(callForJson(saveNote, { body: { text: '' } })).rejects.toMatchObject({ status: 401 })
  expect(useSession.getState()).toMatchObject({ user: null, isAuthenticated: false })
})

it('a call that gets another 401 after a refresh of the tokens fails with the status 401', async () => {
  vi.spyOn(console, 'info').mockImplementation(() => {})
  const server = createFakeSessionServer()
  const browser = installFakeBrowser((call) =>
    call.path === '/notes' ? new Response('', { status: 401 }) : server.answer(call),
  )
  browser.stored.set('accessToken', 'access 1')
  browser.stored.set('refreshToken', 'refresh 1')
  vi.resetModules()
  const { callForJson } = await import('./call-api.ts')
  server.expire()
  await expect(callForJson(saveNote, { body: { text: '' } })).rejects.toMatchObject({ status: 401 })
  expect(browser.callsTo('/notes').map(({ bearer }) => bearer)).toEqual(['access 1', 'access 2'])
})
