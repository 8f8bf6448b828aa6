/** Thrown by a hub method to tell the client why. Its message is the only one that reaches the client by default. */
export class HubError extends Error {
  readonly code = 'hub'
  override name = 'HubError'
}

/** Thrown by `authenticate` while nobody can know who a client is: the client is answered 503, and asked to try again. */
export class Unavailable extends Error {
  override name = 'Unavailable'
}

/** Every way in which a connection or a call ends other than well. `code` is stable; `message` is for people. */
export abstract class SignalRError extends Error {
  abstract readonly code: string
}

/** A client sent what the protocol does not allow. */
export class MalformedMessage extends SignalRError {
  readonly code = 'malformed-message'
  override name = 'MalformedMessage'
}

/** A hub message is larger than `limits.messageBytes`. */
export class MessageTooLarge extends SignalRError {
  readonly code = 'message-too-large'
  override name = 'MessageTooLarge'
  constructor(bytes: number) {
    super(`The maximum message size of ${bytes}B was exceeded.`)
  }
}

/** The first message is not a handshake, or asks for what is not here. Its message is sent to the client. */
export class HandshakeFailed extends SignalRError {
  readonly code = 'handshake-failed'
  override name = 'HandshakeFailed'
}

/** The client was silent for longer than it may be. */
export class ClientTimedOut extends SignalRError {
  readonly code = 'client-timed-out'
  override name = 'ClientTimedOut'
}

/** The client does not take what is sent to it. */
export class SlowReader extends SignalRError {
  readonly code = 'slow-reader'
  override name = 'SlowReader'
}

/** The transport ended without a goodbye. */
export class ConnectionLost extends SignalRError {
  readonly code = 'connection-lost'
  override name = 'ConnectionLost'
}

/** The sequence numbers of a stateful reconnect do not fit together. */
export class SequenceBroken extends SignalRError {
  readonly code = 'sequence-broken'
  override name = 'SequenceBroken'
}

/** What the client proved about itself is no longer valid. */
export class AuthenticationExpired extends SignalRError {
  readonly code = 'authentication-expired'
  override name = 'AuthenticationExpired'
}

/** A call to a client got no result: it failed there, there is no such client, or the time was over. */
export class ClientResultFailed extends SignalRError {
  readonly code = 'client-result-failed'
  override name = 'ClientResultFailed'
}
