import { expect, it } from 'vitest'
import { defineHub } from './hub.ts'
import { RawClient } from './testing/raw-client.ts'
import { openHubServer } from './testing/serve-hub.ts'

it('two calls of close() at the same time both end as soon as the last client has gone', async () => {
  const { hubs, origin } = await openHubServer()
  hubs.map('/hub', defineHub().methods({}))
  await RawClient.connect(`${origin}/hub`)
  await Promise.all([hubs.close({ graceMs: 60_000 }), hubs.close({ graceMs: 60_000 })])
})

it('close() waits for a client between two polls although another client has gone already', async () => {
  const { hubs, origin } = await openHubServer()
  hubs.mapConnections('/raw', async (connection) => {
    for await (const _ of connection);
  })
  const poll = (token: string) => fetch(`${origin}/raw?id=${token}`)
  const connect = async () => {
    const answer = await fetch(`${origin}/raw/negotiate?negotiateVersion=1`, { method: 'POST' })
    const { connectionToken }: { connectionToken: string } = await answer.json()
    await poll(connectionToken)
    return connectionToken
  }
  const openPoll = poll(await connect())
  const between = await connect()
  const closed = hubs.close({ graceMs: 60_000 })
  expect((await openPoll).status).toBe(204)
  expect((await poll(between)).status).toBe(204)
  await closed
})
