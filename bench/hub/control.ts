/** What a measured server is asked for over HTTP. */
export interface ControlRequests {
  /** Broadcasts at fixed times, however late it is with the ones before; answers when the last one is handed over. */
  '/broadcast': { asks: { bytes: number; perSecond: number; seconds: number }; gives: BroadcastSummary }
  /** Sends to everybody until something waits in the process for each of them, who do not read. */
  '/fill': { asks: object; gives: object }
  /** For how many clients something waits in the process. */
  '/stalled': { asks: object; gives: { count: number } }
  /** Collects garbage until memory is at rest. */
  '/memory': { asks: object; gives: MemoryUse }
}

export interface BroadcastSummary {
  count: number
  /** How late the event loop was, in milliseconds: 99 % of the times it was looked at, at most this. */
  lagMs: number
}

/** In bytes. */
export interface MemoryUse {
  resident: number
  heap: number
}

const ANSWER_MS = 60_000

/** @throws when the server does not do what it is asked for */
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
