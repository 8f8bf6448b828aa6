import { SequenceBroken } from '../errors.ts'
import type { EncodedMessage } from '../protocols/encoded-message.ts'
import { type HubMessage, isPartOfCall } from '../protocols/messages.ts'

/**
 * The messages that a stateful reconnect repeats, because the client has not acknowledged them. Also counts the
 * messages of the client, so that no message is handled twice (SignalR hub protocol, version 2). Ids count from 1 in
 * each direction.
 */
export class ReconnectBuffer {
  /** The size of the unacknowledged messages. */
  bytes = 0
  #unacknowledged: EncodedMessage[] = []
  #firstUnacknowledged = 1
  #nextReceived = 1
  #lastReceived = 0
  #lastAcknowledged = 0
  #awaitsSequence = false

  /** Adds a message that is being sent. It stays in the buffer until the client acknowledges it. */
  add(message: EncodedMessage): void {
    this.#unacknowledged.push(message)
    this.bytes += message.bytes.length
  }

  /** The unacknowledged messages, in order. */
  get unacknowledged(): readonly EncodedMessage[] {
    return this.#unacknowledged
  }

  /**
   * The id for the Sequence message of a new transport: the id of the first message that is sent over this transport.
   */
  get sequenceId(): number {
    return this.#firstUnacknowledged
  }

  /** Ignores all messages until the Sequence message of the client, which gives the id of the next message. */
  expectSequence(): void {
    this.#awaitsSequence = true
  }

  get awaitsSequence(): boolean {
    return this.#awaitsSequence
  }

  /**
   * Counts a message of the client. Returns false for a message that was handled before the reconnect.
   * @throws {SequenceBroken} for a Sequence or Ack message that does not fit the messages so far
   */
  accept(message: HubMessage): boolean {
    if (message.type === 9) this.#resume(message.sequenceId)
    else if (this.#awaitsSequence) return false
    else if (message.type === 8) this.#forget(message.sequenceId)
    if (!isPartOfCall(message)) return true
    const id = this.#nextReceived++
    if (id <= this.#lastReceived) return false
    this.#lastReceived = id
    return true
  }

  #resume(sequenceId: number): void {
    if (!this.#awaitsSequence) throw new SequenceBroken('A Sequence message came without a reconnect.')
    // Refuses id 0, because the next message would count as a duplicate and be lost.
    if (sequenceId < 1 || sequenceId > this.#lastReceived + 1) {
      throw new SequenceBroken(`Message ${sequenceId} cannot follow message ${this.#lastReceived}.`)
    }
    this.#awaitsSequence = false
    this.#nextReceived = sequenceId
    // The client repeats the messages from this id on, because it has received no Ack for them. So they need a new Ack.
    this.#lastAcknowledged = Math.min(this.#lastAcknowledged, sequenceId - 1)
  }

  #forget(sequenceId: number): void {
    const count = sequenceId - this.#firstUnacknowledged + 1
    if (count > this.#unacknowledged.length) throw new SequenceBroken(`Message ${sequenceId} was never sent.`)
    if (count <= 0) return
    for (const message of this.#unacknowledged.splice(0, count)) this.bytes -= message.bytes.length
    this.#firstUnacknowledged += count
  }

  /** Returns the id of the last received message, or null when this id has been acknowledged on this transport. */
  takeAcknowledgement(): number | null {
    if (this.#lastReceived <= this.#lastAcknowledged) return null
    this.#lastAcknowledged = this.#lastReceived
    return this.#lastReceived
  }
}
