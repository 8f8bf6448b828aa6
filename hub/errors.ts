/** Thrown by a hub method with a message for the client. Clients get no other error messages by default. */
export class HubError extends Error {
  readonly code = 'hub'
  override name = 'HubError'
}

/** Thrown by `authenticate` while identities cannot be checked. The client gets 503 with Retry-After. */
export class Unavailable extends Error {
  override name = 'Unavailable'
}

/** The error of a connection or a call. `code` is stable; `message` is for people. */
export abstract class SignalRError extends Error {
  abstract readonly code: string
}

/** A client sent a message that the protocol does not allow. */
export class MalformedMessage extends SignalRError {
  readonly code = 'malformed-message'
  override name = 'MalformedMessage'
}

/** A hub message is larger than `limits.messageBytes`, or a WebSocket message larger than `limits.frameBytes`. */
export class MessageTooLarge extends SignalRError {
  readonly code = 'message-too-large'
  override name = 'MessageTooLarge'
  constructor(bytes: number) {
    super(`The maximum message size of ${bytes}B was exceeded.`)
  }
}

/** The first message is not a handshake, or requests an unsupported protocol. The client gets the error message. */
export class HandshakeFailed extends SignalRError {
  readonly code = 'handshake-failed'
  override name = 'HandshakeFailed'
}

/** The client was silent for longer than `limits.clientTimeoutMs`. */
export class ClientTimedOut extends SignalRError {
  readonly code = 'client-timed-out'
  override name = 'ClientTimedOut'
}

/** The client does not read its messages, or not fast enough. */
export class SlowReader extends SignalRError {
  readonly code = 'slow-reader'
  override name = 'SlowReader'
}

/** The transport ended without a Close message or a close frame. */
export class ConnectionLost extends SignalRError {
  readonly code = 'connection-lost'
  override name = 'ConnectionLost'
}

/** The sequence numbers of a stateful reconnect contradict each other. */
export class SequenceBroken extends SignalRError {
  readonly code = 'sequence-broken'
  override name = 'SequenceBroken'
}

/** The identity of the client has expired. */
export class AuthenticationExpired extends SignalRError {
  readonly code = 'authentication-expired'
  override name = 'AuthenticationExpired'
}

/**
 * A client called a method that the hub does not have, or called a method in a wrong way. For example, `parse` refused
 * the arguments (its error is the `cause`), streams are missing, or too many streams run. The method did not run. The
 * server's code is not at fault.
 */
export class CallRefused extends SignalRError {
  readonly code = 'call-refused'
  override name = 'CallRefused'
}

/** Why a call to a client got no result: it failed there, took too long, or the client has disconnected. */
export type ClientResultFailure = 'failed' | 'timed-out' | 'gone'

/** A call to a client got no result. */
export class ClientResultFailed extends SignalRError {
  readonly code = 'client-result-failed'
  override name = 'ClientResultFailed'
  readonly reason: ClientResultFailure

  constructor(message: string, reason: ClientResultFailure = 'failed') {
    super(message)
    this.reason = reason
  }
}

/** The backplane is disconnected, so the clients of other processes cannot be reached. */
export class BackplaneDisconnected extends SignalRError {
  readonly code = 'backplane-disconnected'
  override name = 'BackplaneDisconnected'
}
