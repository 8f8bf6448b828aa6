import { HubConnectionBuilder } from '@microsoft/signalr'
import { expect, it, onTestFinished } from 'vitest'
import { serveConformanceHub } from '../testing/conformance-server.ts'

it.each([
  ['the hub', true],
  ['the client', false],
])(
  'a client reconnects with a new id when its WebSocket is lost and only %s has stateful reconnect',
  async (_, isHub) => {
    const server = await serveConformanceHub({ statefulReconnect: isHub })
    const builder = new HubConnectionBuilder().withUrl(server.url).withAutomaticReconnect([0]).configureLogging('none')
    const connection = (isHub ? builder : builder.withStatefulReconnect()).build()
    onTestFinished(() => connection.stop())
    await connection.start()
    const { connectionId } = connection
    const reconnected = new Promise((resolve) => connection.onreconnected(resolve))
    server.cut()
    expect(await reconnected).not.toBe(connectionId)
  },
)
