import { HttpTransportType, HubConnectionBuilder } from '@microsoft/signalr'
import { expect, it } from 'vitest'
import { WatchfulHttpClient } from '../examples/watchful-client.ts'
import { defineHub } from '../hub.ts'
import { serveHub } from '../testing/serve-hub.ts'

it('the client of the example ends its connection when a poll gets no answer in time', async () => {
  const { url } = await serveHub(defineHub().methods({ echo: (_ctx, text: string) => text }))
  const connection = new HubConnectionBuilder()
    .withUrl(url, { transport: HttpTransportType.LongPolling, httpClient: new WatchfulHttpClient(500) })
    .configureLogging('none')
    .build()
  const closed = new Promise((resolve) => connection.onclose(resolve))
  await connection.start()
  expect(await connection.invoke('echo', 'text')).toBe('text')
  expect(await closed).toEqual(new Error('The server does not answer.'))
})
