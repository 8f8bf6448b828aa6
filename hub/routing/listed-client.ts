import type { ConnectionData, ListedClient } from '../context.ts'
import type { TransportName } from '../transports/transport.ts'
import { copyThroughMessagePack } from './envelope.ts'
import type { RoutedConnection } from './local-connections.ts'

/**
 * Returns the entry of an open connection in `list()`. Copies its data, so that all processes get the same data.
 * @throws {TypeError} when a value of the data cannot be sent to other processes
 */
export function createClientListEntry(connection: RoutedConnection, processId: string): ListedClient {
  const { id, identity, connectedAt, transportName } = connection
  return {
    connectionId: id,
    processId,
    ...(identity.userId !== undefined && { userId: identity.userId }),
    connectedAt: connectedAt as number,
    transport: transportName as TransportName,
    data: copyData(connection),
  }
}

function copyData({ id, data }: RoutedConnection): ConnectionData {
  const copy: ConnectionData = {}
  for (const [key, value] of Object.entries(data)) {
    try {
      copy[key] = copyThroughMessagePack(value)
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new TypeError(
        `The value ctx.data.${key} of the connection ${id} cannot be sent to other processes: ${reason}`,
        {
          cause,
        },
      )
    }
  }
  return copy
}
