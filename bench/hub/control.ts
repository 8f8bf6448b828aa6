/** The HTTP requests that control a measured server. */
export interface ControlRequests {
  /**
   * Broadcasts at fixed times, even when an earlier broadcast was late. The response is sent after the last broadcast.
   */
  '/broadcast': { asks: { bytes: number; perSecond: number; seconds: number }; gives: EventLoopLagSummary }
  /** Sends texts to all clients until the kernel's buffers are full and data for each client waits in the server. */
  '/fill': { asks: object; gives: object }
  /** Returns the number of clients for which data waits in the server process. */
  '/stalled': { asks: object; gives: { count: number } }
  /** Collects garbage until the memory is stable, and returns the memory. */
  '/memory': { asks: object; gives: MemoryUse }
}

export interface EventLoopLagSummary {
  count: number
  /** The 99th percentile of the event loop's delay, in milliseconds. */
  lagMs: number
}

/** The memory of a server process, in bytes. */
export interface MemoryUse {
  resident: number
  heap: number
}

const ANSWER_MS = 60_000

/** Calls a measured server. @throws when the call fails */
export async function callControl<P extends keyof ControlRequests>(
  port: number,
  path: P,
  asks: ControlRequests[P]['asks'],
): Promise<ControlRequests[P]['gives']> {
  const init = { method: 'POST', body: JSON.stringify(asks), signal: AbortSignal.timeout(ANSWER_MS) }
  const response = await fetch(`http://127.0.0.1:${port}${path}`, init)
  if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`)
  return response.json() as Promise<ControlRequests[P]['gives']>
}
