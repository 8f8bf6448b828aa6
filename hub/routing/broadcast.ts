import type { EncodedMessage } from '../protocols/encoded-message.ts'
import type { Invocation } from '../protocols/messages.ts'
import type { Protocol } from '../protocols/protocol.ts'

/** One call to many clients, encoded once for each protocol that these clients use. */
export class Broadcast {
  readonly #invocation: Invocation
  #json: EncodedMessage | undefined
  #messagePack: EncodedMessage | undefined

  constructor(target: string, args: unknown[]) {
    this.#invocation = { type: 1, target, arguments: args }
  }

  encodedIn(protocol: Protocol): EncodedMessage {
    if (protocol.name === 'json') {
      this.#json ??= protocol.encode(this.#invocation)
      return this.#json
    }
    this.#messagePack ??= protocol.encode(this.#invocation)
    return this.#messagePack
  }
}
