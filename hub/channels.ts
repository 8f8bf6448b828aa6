import { channel, tracingChannel } from 'node:diagnostics_channel'
import type { CallEvent } from './diagnostics.ts'

/**
 * The events of hubs for `node:diagnostics_channel`. Senders check `hasSubscribers` first, so that no event is created
 * when nobody listens.
 */
export const diagnosticsChannels = {
  opened: channel('@hobohat/hub.connection.opened'),
  ended: channel('@hobohat/hub.connection.ended'),
  refused: channel('@hobohat/hub.request.refused'),
  // Both type arguments are the same, because their order differs between the versions 24 and 26 of @types/node.
  call: tracingChannel<CallEvent, CallEvent>('@hobohat/hub.call'),
}

/** Publishes the end of a call as asyncStart and asyncEnd, even when the method returned no promise. */
export function publishCallEnd(event: CallEvent): void {
  event.durationMs = performance.now() - event.startedAt
  if (event.error !== undefined) diagnosticsChannels.call.error.publish(event as Required<CallEvent>)
  diagnosticsChannels.call.asyncStart.publish(event)
  diagnosticsChannels.call.asyncEnd.publish(event)
}
