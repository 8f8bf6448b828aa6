import { HttpTransportType, HubConnectionBuilder, LogLevel } from '@microsoft/signalr'
import { expect, it } from 'vitest'
import { serveConformanceHub } from '../testing/conformance-server.ts'

it('[hub 56] the official client follows a redirect with the token of the redirect', async () => {
  const other = await serveConformanceHub({ identities: new Map([['theirs', { userId: 'ann' }]]) })
  const asked: unknown[] = []
  const server = await serveConformanceHub({
    identities: new Map([['mine', { userId: 'Ann' }]]),
    redirect(request, identity) {
      asked.push([request.token, identity.userId])
      return { url: other.url, accessToken: 'theirs' }
    },
  })
  for (const transport of [HttpTransportType.WebSockets, HttpTransportType.LongPolling]) {
    const connection = new HubConnectionBuilder()
      .withUrl(server.url, { transport, accessTokenFactory: () => 'mine' })
      .configureLogging(LogLevel.None)
      .build()
    await connection.start()
    expect(await connection.invoke('who')).toBe('ann')
    await connection.stop()
  }
  expect(asked).toEqual([
    ['mine', 'Ann'],
    ['mine', 'Ann'],
  ])
  expect(server.hub.metrics()['/hub']?.connections).toMatchObject({ total: 0, waiting: 0 })
})

it('the redirect hook can send a client to another server, and let another client connect to this server', async () => {
  const server = await serveConformanceHub({
    redirect: async ({ token }) => (token === 'far' ? { url: 'https://far.example/hub' } : null),
  })
  const negotiate = async (token: string) => {
    const query = `negotiateVersion=1&access_token=${token}`
    return (await fetch(`${server.url}/negotiate?${query}`, { method: 'POST' })).json()
  }
  expect(await negotiate('far')).toEqual({ url: 'https://far.example/hub' })
  expect(await negotiate('near')).toHaveProperty('connectionToken')
})
