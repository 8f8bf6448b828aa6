import { AuthenticationExpired, ClientTimedOut, ConnectionLost, HandshakeFailed, SequenceBroken } from '../errors.ts'
import type { Limits } from '../limits.ts'

/**
 * The phases of a connection. It waits for a transport (waiting), for the handshake (handshake) and for `onConnected`
 * (connecting). Then it accepts calls (open), until it has ended.
 */
export type ConnectionPhase = 'waiting' | 'handshake' | 'connecting' | 'open' | 'ended'

/** The state of a connection on which its timeouts depend. Durations are in milliseconds. */
interface Situation {
  phase: ConnectionPhase
  /** The time since the connection was created, or since its transport was last attached or lost. */
  phaseMs: number
  hasTransport: boolean
  /** Whether a reconnected client has not sent its Sequence message yet. */
  awaitsSequence: boolean
  /** The time since the last bytes of the client; 0 while the client need not send any. */
  silentMs: number
  /** The time until the identity of the client expires. */
  validMs: number
}

/**
 * Returns how to end a connection when one of its timeouts has expired, and the reason. Returns null when no timeout
 * has expired.
 */
export function chooseTimeoutAction(
  { phase, phaseMs, hasTransport, awaitsSequence, silentMs, validMs }: Situation,
  limits: Limits,
): { action: 'end'; reason: Error | undefined } | { action: 'refuse' | 'close' | 'drop'; reason: Error } | null {
  if (phase === 'waiting') return phaseMs < limits.idleTimeoutMs ? null : { action: 'end', reason: undefined }
  if (phase === 'handshake') {
    if (phaseMs < limits.handshakeTimeoutMs) return null
    return { action: 'refuse', reason: new HandshakeFailed('Handshake was canceled.') }
  }
  if (validMs <= 0) {
    return { action: 'close', reason: new AuthenticationExpired('The proof of identity is no longer valid.') }
  }
  if (!hasTransport) {
    if (phaseMs < limits.reconnectWindowMs) return null
    return { action: 'end', reason: new ConnectionLost('The client did not come back.') }
  }
  if (awaitsSequence && phaseMs >= limits.handshakeTimeoutMs) {
    return { action: 'drop', reason: new SequenceBroken('The client did not say where it goes on.') }
  }
  if (silentMs < limits.clientTimeoutMs) return null
  return { action: 'close', reason: new ClientTimedOut(`The client was silent for ${limits.clientTimeoutMs} ms.`) }
}
