import { type HttpTransportType, type HubConnection, HubConnectionBuilder, LogLevel } from '@microsoft/signalr'
import { HUB_PATH, type HubClientMethods } from '#contract/live.ts'
import { type Answer, call } from './load.ts'

/**
 * Simulates a reader with an open page. It receives the comments of the page from the hub, and fetches them all after
 * each connect, as the page's script does.
 */
export class Listener {
  /** The ids of the comments that the reader has seen. */
  readonly seen = new Set<string>()
  /** The longest time without a connection so far, in milliseconds. */
  longestGapMs = 0
  reconnects = 0
  readonly #origin: string
  readonly #page: string
  readonly #transport: HttpTransportType
  #connection: HubConnection | undefined
  #isStopped = false
  #lostAt: number | undefined
  #fetching: Promise<void> = Promise.resolve()

  constructor(origin: string, page: string, transport: HttpTransportType) {
    this.#origin = origin
    this.#page = page
    this.#transport = transport
  }

  get isConnected(): boolean {
    return this.#lostAt === undefined
  }

  async start(): Promise<void> {
    const connection = new HubConnectionBuilder()
      .withUrl(this.#origin + HUB_PATH, { transport: this.#transport })
      .withStatefulReconnect()
      .configureLogging(LogLevel.None)
      .build()
    this.#connection = connection
    const onComment: HubClientMethods['commentSaved'] = ({ comment }) => void this.seen.add(comment.id)
    connection.on('commentSaved', onComment)
    connection.on('commentsChanged', () => void this.refetch())
    connection.on('versionServed', () => {})
    connection.on('readersChanged', () => {})
    connection.on('noticesChanged', () => {})
    connection.onclose(() => this.#reconnect(connection))
    try {
      await connection.start()
      await connection.invoke('watchPage', this.#page)
    } catch {
      await connection.stop()
      // `onclose` is not called for a connection that could not start.
      this.#reconnect(connection)
      return
    }
    if (this.#lostAt !== undefined) this.longestGapMs = Math.max(this.longestGapMs, performance.now() - this.#lostAt)
    this.#lostAt = undefined
    await this.refetch()
  }

  /** Fetches all comments of the page, as the page does when it connects. */
  refetch(): Promise<void> {
    this.#fetching = this.#fetching.then(async () => {
      for (let path: string | undefined = `/comments/${this.#page}`; path; ) {
        const answer: Answer | null = await call(this.#origin, path).catch(() => null)
        if (answer?.status !== 200) {
          if (this.#isStopped) return
          await new Promise((resolve) => setTimeout(resolve, 200))
          continue
        }
        for (const { id } of JSON.parse(answer.body) as { id: string }[]) this.seen.add(id)
        path = /<([^>]+)>; *rel="?next/.exec(answer.link)?.[1]
      }
    })
    return this.#fetching
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#connection?.stop()
  }

  #reconnect(from: HubConnection): void {
    if (this.#isStopped || from !== this.#connection) return
    this.#connection = undefined
    this.#lostAt ??= performance.now()
    this.reconnects++
    setTimeout(() => void this.start(), 100 + Math.random() * 200)
  }
}
