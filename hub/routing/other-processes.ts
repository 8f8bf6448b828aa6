import type { Clock } from '../clock.ts'
import type { ListedClient } from '../context.ts'

interface Question {
  /** The processes that have not answered yet. */
  awaited: Set<string>
  clients: ListedClient[]
  finish(): void
}

/**
 * The other processes that have been heard of, and the questions to them. A process that does not answer is forgotten
 * until it is heard of again, so that a dead process delays only one question.
 */
export class OtherProcesses {
  readonly #clock: Clock
  readonly #known = new Set<string>()
  readonly #questions = new Map<number, Question>()
  #ids = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  add(processId: string): void {
    this.#known.add(processId)
  }

  remove(processId: string): void {
    this.#known.delete(processId)
    for (const question of this.#questions.values()) this.#settle(question, processId)
  }

  /**
   * Asks all known processes for clients. Resolves when all have answered, or after `timeoutMs`.
   * @param publish publishes the question with the given id
   * @returns the clients of all answers, and the number of processes that did not answer
   */
  ask(publish: (id: number) => void, timeoutMs: number): Promise<{ clients: ListedClient[]; silentProcesses: number }> {
    const id = ++this.#ids
    return new Promise((resolve) => {
      const awaited = new Set(this.#known)
      const clients: ListedClient[] = []
      let cancelTimer = () => {}
      const finish = () => {
        cancelTimer()
        this.#questions.delete(id)
        for (const processId of awaited) this.#known.delete(processId)
        resolve({ clients, silentProcesses: awaited.size })
      }
      if (awaited.size === 0) return finish()
      cancelTimer = this.#clock.after(timeoutMs, finish)
      this.#questions.set(id, { awaited, clients, finish })
      publish(id)
    })
  }

  /** Takes the answer of a process. */
  answer(id: number, processId: string, clients: ListedClient[]): void {
    const question = this.#questions.get(id)
    if (!question) return
    for (const client of clients) question.clients.push(client)
    this.#settle(question, processId)
  }

  #settle(question: Question, processId: string): void {
    if (question.awaited.delete(processId) && question.awaited.size === 0) question.finish()
  }
}
