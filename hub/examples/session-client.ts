import { type HubConnection, HubConnectionBuilder, type IHttpConnectionOptions } from '@microsoft/signalr'

/** The client gets the status of an answer only in the text of an error. */
const isAboutSession = (error: unknown) => /Status code '401'|You are logged out\./.test(String(error))

/** Waits from half a second to 30 s, a little differently in each client. */
const pauseAfter = (attempts: number) => Math.min(30_000, 500 * 2 ** attempts) * (0.5 + Math.random() / 2)

/** Resolves after some milliseconds, or when the signal is aborted. */
const pause = (ms: number, signal: AbortSignal) =>
  new Promise<unknown>((resolve) => {
    setTimeout(resolve, ms)
    signal.addEventListener('abort', resolve, { once: true })
  })

/**
 * Connects, and connects again after each end, until the page aborts the signal or the session is over. `onReady` runs
 * after each start and each reconnect. Nothing awaits `onReady`, so it must catch its own errors.
 */
export async function keepConnected(
  url: string,
  options: IHttpConnectionOptions,
  onSessionOver: () => void,
  onReady: (connection: HubConnection) => Promise<void>,
  signal: AbortSignal,
): Promise<HubConnection> {
  // A flag, because `onclose` gets no error when the policy returns null after a failed attempt.
  let isSessionOver = false
  const connection = new HubConnectionBuilder()
    .withUrl(url, options)
    .withAutomaticReconnect({
      nextRetryDelayInMilliseconds({ previousRetryCount, retryReason }) {
        isSessionOver = isAboutSession(retryReason)
        return isSessionOver ? null : pauseAfter(previousRetryCount)
      },
    })
    .configureLogging('none')
    .build()

  async function start() {
    for (let attempts = 0; !isSessionOver && !signal.aborted; attempts++) {
      try {
        await connection.start()
        void onReady(connection)
        return
      } catch (error) {
        isSessionOver = isAboutSession(error)
      }
      if (!isSessionOver && !signal.aborted) await pause(pauseAfter(attempts), signal)
    }
    if (isSessionOver) onSessionOver()
  }
  signal.addEventListener('abort', () => void connection.stop())
  connection.onreconnected(() => void onReady(connection))
  connection.onclose((error) => {
    isSessionOver ||= isAboutSession(error)
    // Without an error, the page has aborted the signal, or the server has called `disconnect` without a reason.
    if (isSessionOver) onSessionOver()
    else if (error) void start()
  })
  await start()
  return connection
}
