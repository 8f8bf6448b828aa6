import { HttpTransportType } from '@microsoft/signalr'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { mapSiteHub } from '../examples/log-out.ts'
import { keepConnected } from '../examples/session-client.ts'
import { openHubServer } from '../testing/serve-hub.ts'

async function serveSite() {
  const rows = new Map([['s1', { id: 's1', userId: 'ann', expiresAt: Number.POSITIVE_INFINITY }]])
  let failures = 0
  /** The session is found so many times before the database fails. */
  let successes = 0
  const sessions = {
    async find(id = '') {
      if (failures > 0 && successes-- <= 0) {
        failures--
        throw new Error('The database fails.')
      }
      return rows.get(id) ?? null
    },
    async remove(id: string) {
      rows.delete(id)
    },
  }
  const { origin, hubs, errors } = await openHubServer()
  const example = mapSiteHub(hubs, sessions)
  const onSessionOver = vi.fn()
  const onReady = vi.fn(() => Promise.resolve())
  const connect = async (transport: HttpTransportType) => {
    const headers = { Cookie: 'session=s1' }
    const page = new AbortController()
    onTestFinished(() => page.abort())
    return keepConnected(`${origin}/site`, { headers, transport }, onSessionOver, onReady, page.signal)
  }
  const fail = (after: number) => {
    successes = after
    failures = 1
  }
  const kick = (options: { allowReconnect?: boolean; reason?: string }) =>
    hubs.context(example.site).clients.user('ann').disconnect(options)
  return { ...example, kick, errors, sessions, connect, onSessionOver, onReady, fail }
}

describe.each([
  ['WebSockets', HttpTransportType.WebSockets],
  ['LongPolling', HttpTransportType.LongPolling],
])('over %s', (_, transport) => {
  it('the client of the log-out example learns at its start that it has no session', async () => {
    const { connect, sessions, onSessionOver } = await serveSite()
    await sessions.remove('s1')
    expect((await connect(transport)).state).toBe('Disconnected')
    expect(onSessionOver).toHaveBeenCalledOnce()
  })

  it('a log-out in the example ends the connection, and its client learns that the session is over', async () => {
    const { connect, logOut, onSessionOver } = await serveSite()
    const connection = await connect(transport)
    expect(await connection.invoke('whoAmI')).toBe('ann')
    await logOut('s1')
    await vi.waitFor(() => expect(onSessionOver).toHaveBeenCalledOnce())
    expect(connection.state).toBe('Disconnected')
  })

  it('endOldSessions of the example ends the connection of a removed session', async () => {
    const { connect, endOldSessions, sessions, onSessionOver } = await serveSite()
    await connect(transport)
    await endOldSessions()
    expect(onSessionOver).not.toHaveBeenCalled()
    await sessions.remove('s1')
    await endOldSessions()
    await vi.waitFor(() => expect(onSessionOver).toHaveBeenCalledOnce())
  })

  it('the client of the log-out example learns at a reconnect that its session is over', async () => {
    const { connect, sessions, onSessionOver, kick } = await serveSite()
    const connection = await connect(transport)
    await sessions.remove('s1')
    await kick({ allowReconnect: true })
    await vi.waitFor(() => expect(onSessionOver).toHaveBeenCalledOnce(), 5_000)
    expect(connection.state).toBe('Disconnected')
  })

  it('the client of the log-out example starts again after a disconnect for another reason', async () => {
    const { connect, kick, onSessionOver, onReady } = await serveSite()
    const connection = await connect(transport)
    const before = connection.connectionId
    await kick({ reason: 'The server is restarted.' })
    await vi.waitFor(() => expect(connection.connectionId).not.toBe(before))
    await vi.waitFor(() => expect(connection.state).toBe('Connected'), 5_000)
    await vi.waitFor(() => expect(onReady).toHaveBeenCalledTimes(2))
    expect(onSessionOver).not.toHaveBeenCalled()
  })

  it('the client of the log-out example calls onReady again after a reconnect', async () => {
    const { connect, kick, onReady } = await serveSite()
    await connect(transport)
    expect(onReady).toHaveBeenCalledOnce()
    await kick({ allowReconnect: true })
    await vi.waitFor(() => expect(onReady).toHaveBeenCalledTimes(2), 5_000)
  })
})

it.each([
  ['authenticate', 0],
  ['onConnected', 2],
])('the client of the log-out example connects again after a failure of the database in %s', async (_, successes) => {
  const { connect, onSessionOver, errors, fail } = await serveSite()
  fail(successes)
  const connection = await connect(HttpTransportType.WebSockets)
  await vi.waitFor(async () => expect(await connection.invoke('whoAmI')).toBe('ann'), 5_000)
  expect([onSessionOver.mock.calls, errors]).toEqual([[], []])
})

it('the client of the log-out example stops between two attempts to start', async () => {
  const page = new AbortController()
  const onSessionOver = vi.fn()
  const onReady = vi.fn(() => Promise.resolve())
  const connecting = keepConnected('http://127.0.0.1:1/site', {}, onSessionOver, onReady, page.signal)
  page.abort()
  expect((await connecting).state).toBe('Disconnected')
  expect([onSessionOver.mock.calls, onReady.mock.calls]).toEqual([[], []])
})
