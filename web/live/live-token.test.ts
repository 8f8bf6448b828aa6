import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { installFakeBrowser } from '../testing/browser.ts'

const SECOND_MS = 1_000
const now = 1_800_000_000_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now })
  vi.spyOn(console, 'info').mockImplementation(() => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const part = (claims: object) => btoa(JSON.stringify(claims)).replaceAll('+', '-').replaceAll('/', '_')
/** Builds a token of the user Nora. */
const token = (lifetimeMs: number, sid = 'one') =>
  `${part({ alg: 'EdDSA' })}.${part({ sub: 'nora>>?', sid, exp: (now + lifetimeMs) / SECOND_MS })}.signature`

/** Opens a browser with this access token. The fake server exchanges it for `next`, or refuses when `next` is null. */
async function open(access: string | null, next: string | null = null) {
  vi.resetModules()
  const browser = installFakeBrowser(() =>
    next ? Response.json({ accessToken: next, refreshToken: 'second' }) : new Response('', { status: 401 }),
  )
  if (access !== null) browser.stored.set('accessToken', access).set('refreshToken', 'first')
  const { createLiveTokenSource } = await import('./live-token.ts')
  return { ...createLiveTokenSource(), ...browser }
}

const unauthorised = new Error("Failed to complete negotiation with the server: Error: : Status code '401'")

it('the hub connection gets the stored token while it is valid, and nothing when nobody is logged in', async () => {
  const nora = await open(token(60_000))
  expect(await nora.get()).toBe(token(60_000))
  expect(nora.calls).toEqual([])
  expect(await (await open(null)).get()).toBe('')
})

it.each([
  ['has expired', -1],
  ['is about to expire', 9 * SECOND_MS],
])('the hub connection exchanges a token that %s', async (_words, lifetimeMs) => {
  const nora = await open(token(lifetimeMs), token(900_000))
  expect(await nora.get()).toBe(token(900_000))
  expect(nora.callsTo('/auth/refresh')).toHaveLength(1)
})

it('a token that the hub refused is exchanged exactly once', async () => {
  const nora = await open(token(60_000), token(900_000))
  await nora.get()
  expect(nora.failed(unauthorised)).toBe(true)
  expect(await nora.get()).toBe(token(900_000))
  expect(nora.failed(unauthorised)).toBe(false)
})

it('the hub token is kept after a failure that is not a refusal', async () => {
  const nora = await open(token(60_000), token(900_000))
  await nora.get()
  expect(nora.failed(new Error("Status code '503'"))).toBe(false)
  expect(await nora.get()).toBe(token(60_000))
})

it('a hub token is not exchanged repeatedly when the clock is wrong', async () => {
  const nora = await open(token(-3_600_000), token(-1_800_000))
  await nora.get()
  expect(await nora.get()).toBe(token(-1_800_000))
  expect(nora.callsTo('/auth/refresh')).toHaveLength(1)
})

it('the hub connection gets no token when the session is over or the stored text is not a token', async () => {
  expect(await (await open(token(-1))).get()).toBe('')
  const odd = await open('access')
  expect(await odd.get()).toBe('')
  expect(odd.calls).toEqual([])
})

it('the hub connection detects that another user or another session is logged in', async () => {
  const nora = await open(token(60_000))
  await nora.get()
  expect(nora.isOfAnother()).toBe(false)
  nora.stored.set('accessToken', token(900_000))
  expect(nora.isOfAnother()).toBe(false)
  nora.stored.set('accessToken', token(900_000, 'two'))
  expect(nora.isOfAnother()).toBe(true)
  nora.stored.clear()
  expect(nora.isOfAnother()).toBe(true)
})
