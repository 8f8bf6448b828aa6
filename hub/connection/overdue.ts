import { AuthenticationExpired, ClientTimedOut, ConnectionLost, HandshakeFailed, SequenceBroken } from '../errors.ts'
import type { Limits } from '../limits.ts'

/** waiting: for a transport; handshake: for its first bytes; connecting: for onConnected; open: takes calls; over. */
export type State = 'waiting' | 'handshake' | 'connecting' | 'open' | 'over'

/** What time may be up for. All in milliseconds. */
interface Situation {
  state: State
  /** Since the state, or the absence of a transport, began. */
  waitedMs: number
  hasTransport: boolean
  /** Whether a client that came back has yet to say where it goes on. */
  awaitsSequence: boolean
  /** Since the client was heard last, where it is expected to be heard. */
  silentMs: number
  /** Until the client's identity ends. */
  validMs: number
}

/**
 * What time has run out for.
 * @returns how to end the connection and the reason, null while all is in time
 */
export function overdue(
  { state, waitedMs, hasTransport, awaitsSequence, silentMs, validMs }: Situation,
  limits: Limits,
): { how: 'end'; why: Error | undefined } | { how: 'refuse' | 'close' | 'drop'; why: Error } | null {
  if (state === 'waiting') return waitedMs < limits.idleTimeoutMs ? null : { how: 'end', why: undefined }
  if (state === 'handshake') {
    if (waitedMs < limits.handshakeTimeoutMs) return null
    return { how: 'refuse', why: new HandshakeFailed('Handshake was canceled.') }
  }
  if (validMs <= 0) return { how: 'close', why: new AuthenticationExpired('The proof of identity is no longer valid.') }
  if (!hasTransport) {
    if (waitedMs < limits.reconnectWindowMs) return null
    return { how: 'end', why: new ConnectionLost('The client did not come back.') }
  }
  if (awaitsSequence && waitedMs >= limits.handshakeTimeoutMs) {
    return { how: 'drop', why: new SequenceBroken('The client did not say where it goes on.') }
  }
  if (silentMs < limits.clientTimeoutMs) return null
  return { how: 'close', why: new ClientTimedOut(`The client was silent for ${limits.clientTimeoutMs} ms.`) }
}
