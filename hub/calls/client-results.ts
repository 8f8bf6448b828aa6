import type { Clock } from '../clock.ts'
import { ClientResultFailed } from '../errors.ts'
import type { Completion } from '../protocols/messages.ts'

interface PendingResult {
  resolve(result: unknown): void
  reject(error: Error): void
  /** Cancels the timer and removes the abort listener. */
  cleanUp(): void
}

/** The calls to clients whose results have not arrived yet. */
export class PendingClientResults {
  #pending = new Map<string, PendingResult>()
  #count = 0

  /**
   * Starts a call and waits for its Completion.
   * @param send sends the call with the given id, which cannot equal an id of the client's own streams
   * @throws {ClientResultFailed}
   */
  start(
    send: (invocationId: string) => void,
    { timeoutMs, signal, clock }: { timeoutMs: number; signal?: AbortSignal | undefined; clock: Clock },
  ): Promise<unknown> {
    const id = `s${++this.#count}`
    return new Promise((resolve, reject) => {
      const fail = (message: string) => this.reject(id, new ClientResultFailed(message, 'timed-out'))
      const onAbort = () => fail('The call was given up.')
      const cancelTimer = clock.after(timeoutMs, () => fail(`The client did not answer within ${timeoutMs} ms.`))
      signal?.addEventListener('abort', onAbort, { once: true })
      const cleanUp = () => {
        cancelTimer()
        signal?.removeEventListener('abort', onAbort)
      }
      this.#pending.set(id, { resolve, reject, cleanUp })
      if (signal?.aborted) onAbort()
      else {
        try {
          send(id)
        } catch (error) {
          this.#take(id)
          reject(error)
        }
      }
    })
  }

  /** Completes the call that a Completion belongs to. Returns whether such a call exists. */
  complete({ invocationId, error, result }: Completion): boolean {
    const pending = this.#take(invocationId)
    if (!pending) return false
    if (error === undefined) pending.resolve(result)
    else pending.reject(new ClientResultFailed(error))
    return true
  }

  /** Rejects one call. */
  reject(invocationId: string, error: ClientResultFailed): void {
    this.#take(invocationId)?.reject(error)
  }

  /** Rejects all calls, because the client has disconnected. */
  rejectAll(): void {
    for (const id of this.#pending.keys()) this.reject(id, new ClientResultFailed('The client is gone.', 'gone'))
  }

  #take(id: string): PendingResult | undefined {
    const pending = this.#pending.get(id)
    this.#pending.delete(id)
    pending?.cleanUp()
    return pending
  }
}
