import { SequenceBroken } from '../errors.ts'
import type { EncodedMessage } from '../protocols/encoded-message.ts'
import { type HubMessage, isCallMessage } from '../protocols/messages.ts'

/**
 * What a stateful reconnect needs to lose and repeat nothing: the counted messages that the client has not acknowledged,
 * and how many of its own have come (SignalR hub protocol, version 2). Ids count from 1 in each direction.
 */
export class ReconnectBuffer {
  /** Bytes of the messages kept. */
  bytes = 0
  #kept: EncodedMessage[] = []
  #firstKept = 1
  #nextReceived = 1
  #lastReceived = 0
  #lastAcknowledged = 0
  #awaitsSequence = false

  /** Keeps a counted message that is being sent. */
  add(message: EncodedMessage): void {
    this.#kept.push(message)
    this.bytes += message.bytes.length
  }

  /** The messages not acknowledged yet, in order. */
  get kept(): readonly EncodedMessage[] {
    return this.#kept
  }

  /** What to say in the Sequence message of a new transport: the first id that will be sent on it. */
  get sequenceId(): number {
    return this.#firstKept
  }

  /** From now on, until the client's Sequence message, nothing of it can be placed. */
  expectSequence(): void {
    this.#awaitsSequence = true
  }

  get awaitsSequence(): boolean {
    return this.#awaitsSequence
  }

  /**
   * Whether a message of the client is to be handled; one that was handled before the reconnect is not.
   * @throws {SequenceBroken} when a message is missing in between
   */
  accept(message: HubMessage): boolean {
    if (message.type === 9) this.#resume(message.sequenceId)
    else if (this.#awaitsSequence) return false
    else if (message.type === 8) this.#forget(message.sequenceId)
    if (!isCallMessage(message)) return true
    const id = this.#nextReceived++
    if (id <= this.#lastReceived) return false
    this.#lastReceived = id
    return true
  }

  #resume(sequenceId: number): void {
    if (!this.#awaitsSequence) throw new SequenceBroken('A Sequence message came without a reconnect.')
    // 0 would count the next message as one that is known, and lose it.
    if (sequenceId < 1 || sequenceId > this.#nextReceived) {
      throw new SequenceBroken(`Message ${sequenceId} cannot follow message ${this.#nextReceived - 1}.`)
    }
    this.#awaitsSequence = false
    this.#nextReceived = sequenceId
  }

  #forget(sequenceId: number): void {
    const count = sequenceId - this.#firstKept + 1
    if (count > this.#kept.length) throw new SequenceBroken(`Message ${sequenceId} was never sent.`)
    if (count <= 0) return
    for (const message of this.#kept.splice(0, count)) this.bytes -= message.bytes.length
    this.#firstKept += count
  }

  /** The id to acknowledge to the client, or null when it knows already. */
  takeAcknowledgement(): number | null {
    if (this.#lastReceived <= this.#lastAcknowledged) return null
    this.#lastAcknowledged = this.#lastReceived
    return this.#lastReceived
  }
}
