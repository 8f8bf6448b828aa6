import type { Clock } from '../clock.ts'
import type { ListedClient, ListedClients } from '../context.ts'

interface Question {
  /** The processes that have not answered yet. */
  awaited: Set<string>
  clients: ListedClient[]
  finish(): void
}

/** How long a process that did not answer counts as silent. After that, it counts as dead and is forgotten. */
const SILENT_MS = 60_000

/**
 * The other processes that have sent a message, and the questions to them. A process that did not answer a question is
 * silent until it sends a message. No question waits for a silent process, so a dead process delays only one question.
 */
export class OtherProcesses {
  readonly #clock: Clock
  /** When each process was found to be silent, in milliseconds of the clock; null for a process that is not silent. */
  readonly #known = new Map<string, number | null>()
  readonly #questions = new Map<number, Question>()
  #ids = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  add(processId: string): void {
    this.#known.set(processId, null)
  }

  remove(processId: string): void {
    this.#known.delete(processId)
    for (const question of this.#questions.values()) this.#settle(question, processId)
  }

  /**
   * Asks all known processes for clients. Resolves when all have answered, or after `timeoutMs`.
   * @param publish publishes the question with the given id; null while no process can be reached
   * @returns the clients of all answers, the processes that answered, and the number of silent processes
   */
  ask(publish: ((id: number) => void) | null, timeoutMs: number): Promise<ListedClients> {
    const id = ++this.#ids
    return new Promise((resolve) => {
      if (publish) this.#forgetDead()
      const asked = [...this.#known.keys()].filter((processId) => publish && this.#known.get(processId) === null)
      const awaited = new Set(asked)
      // While the backplane is disconnected, there may be processes that this process does not know.
      const silent = publish ? this.#known.size - awaited.size : Math.max(1, this.#known.size)
      const clients: ListedClient[] = []
      let cancelTimer = () => {}
      const finish = () => {
        cancelTimer()
        this.#questions.delete(id)
        for (const processId of awaited) this.#known.set(processId, this.#clock.now())
        const processIds = asked.filter((processId) => !awaited.has(processId))
        resolve({ clients, processIds, silentProcesses: silent + awaited.size })
      }
      if (!publish || awaited.size === 0) return finish()
      cancelTimer = this.#clock.after(timeoutMs, finish)
      this.#questions.set(id, { awaited, clients, finish })
      publish(id)
    })
  }

  #forgetDead(): void {
    const before = this.#clock.now() - SILENT_MS
    for (const [processId, silentSince] of this.#known)
      if (silentSince !== null && silentSince <= before) this.#known.delete(processId)
  }

  /** Handles the answer of a process. Ignores an answer that comes after the timeout. */
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
