import type { Clock } from '../clock.ts'
import { ClientResultFailed } from '../errors.ts'
import type { Completion } from '../protocols/messages.ts'

interface Pending {
  resolve(result: unknown): void
  reject(error: Error): void
  settle(): void
}

/** The calls to one client that wait for what it returns. */
export class ClientResults {
  #pending = new Map<string, Pending>()
  #count = 0

  /**
   * Waits for the Completion of one call.
   * @param send sends the call under the id it is given; ids never look like those of the client's own streams
   * @throws {ClientResultFailed}
   */
  ask(
    send: (invocationId: string) => void,
    { timeoutMs, signal, clock }: { timeoutMs: number; signal?: AbortSignal | undefined; clock: Clock },
  ): Promise<unknown> {
    const id = `s${++this.#count}`
    return new Promise((resolve, reject) => {
      const fail = (why: string) => this.#take(id)?.reject(new ClientResultFailed(why))
      const aborted = () => fail('The call was given up.')
      const callOff = clock.after(timeoutMs, () => fail(`The client did not answer within ${timeoutMs} ms.`))
      signal?.addEventListener('abort', aborted, { once: true })
      const settle = () => {
        callOff()
        signal?.removeEventListener('abort', aborted)
      }
      this.#pending.set(id, { resolve, reject, settle })
      if (signal?.aborted) aborted()
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

  /** Settles the call that a Completion answers. Returns whether there is one. */
  complete({ invocationId, error, result }: Completion): boolean {
    const pending = this.#take(invocationId)
    if (!pending) return false
    if (error === undefined) pending.resolve(result)
    else pending.reject(new ClientResultFailed(error))
    return true
  }

  /** The client is gone. */
  abandon(): void {
    for (const id of this.#pending.keys()) this.#take(id)?.reject(new ClientResultFailed('The client is gone.'))
  }

  #take(id: string): Pending | undefined {
    const pending = this.#pending.get(id)
    this.#pending.delete(id)
    pending?.settle()
    return pending
  }
}
