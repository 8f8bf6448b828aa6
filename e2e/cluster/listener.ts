import { type HttpTransportType, type HubConnection, HubConnectionBuilder, LogLevel } from '@microsoft/signalr'
import { LIVE_RECONNECT_DELAYS_MS } from '#contract/limits.ts'
import { HUB_PATH, type HubClientMethods } from '#contract/live.ts'
import { type HttpAnswer, sendCall } from './load.ts'

/**
 * Simulates a reader with an open page. Like the script of the page (web/live/live-client.ts), it receives new comments
 * from the hub, reconnects after the same delays, and fetches all comments after each connect.
 */
export class LivePageClient {
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
      .withAutomaticReconnect([...LIVE_RECONNECT_DELAYS_MS])
      .configureLogging(LogLevel.None)
      .build()
    this.#connection = connection
    const onComment: HubClientMethods['commentSaved'] = ({ comment }) => void this.seen.add(comment.id)
    connection.on('commentSaved', onComment)
    connection.on('eventsMissed', () => void this.refetch())
    connection.on('versionServed', () => {})
    connection.on('readersChanged', () => {})
    connection.onreconnecting(() => this.#countLoss())
    connection.onreconnected(() => this.#finishConnecting(connection))
    connection.onclose(() => this.#replace(connection))
    try {
      await connection.start()
    } catch {
      await connection.stop()
      // A connection that could not start is replaced here, because `onclose` is not called for it.
      this.#replace(connection)
      return
    }
    await this.#finishConnecting(connection)
  }

  async #finishConnecting(connection: HubConnection): Promise<void> {
    try {
      await connection.invoke('watchPage', this.#page)
    } catch {
      // The connection was lost again. It reconnects by itself, and `onreconnected` calls this function again.
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
        const answer: HttpAnswer | null = await sendCall(this.#origin, path).catch(() => null)
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

  #countLoss(): void {
    this.#lostAt ??= performance.now()
    this.reconnects++
  }

  /** Opens a new connection after the old connection has stopped reconnecting. */
  #replace(connection: HubConnection): void {
    if (this.#isStopped || connection !== this.#connection) return
    this.#connection = undefined
    this.#countLoss()
    setTimeout(() => void this.start(), 100 + Math.random() * 200)
  }
}
