import { randomUUID } from 'node:crypto'
import type { Backplane } from '@hobohat/hub'
import * as z from 'zod'
import { SECOND_MS } from '#contract/limits.ts'
import { tryParseJson } from '../../http/try-parse-json.ts'

/** The shortest interval between two counts that are sent to the readers of a page. */
const UPDATE_MS = 250
/** The interval at which each process publishes its counts. */
const HEARTBEAT_MS = 15 * SECOND_MS
/** After this time without a report, a process counts as ended, and its readers are no longer counted. */
const SILENCE_MS = 45 * SECOND_MS

const TOPIC = 'live:readers'

const report = z.object({
  from: z.string(),
  readers: z.record(z.string(), z.int().nonnegative()),
  /** Whether the report lists all pages with readers, so that every other page has none. */
  whole: z.boolean(),
  /** Whether the process has just started and requests reports from the other processes. */
  asks: z.boolean(),
})

export interface PresenceOptions {
  backplane: Backplane | undefined
  /** Sends the total number of readers of a page to these connections of this process. */
  send: (connectionIds: Iterable<string>, count: { pageUrl: string; readers: number }) => void
}

/**
 * Counts the readers of each page: the connections that have the page open, at all processes together. Each process
 * sends the count to its own readers.
 */
export function createPresenceTracker({ backplane, send }: PresenceOptions) {
  const processId = randomUUID()
  const ownReaders = new Map<string, Set<string>>()
  const otherProcesses = new Map<string, { reportedAt: number; readers: Map<string, number> }>()
  const timers = new Map<string, NodeJS.Timeout>()
  /** Pages whose changed count has not been published to other processes yet. */
  const unpublished = new Set<string>()
  let isClosed = false

  const ownCount = (pageUrl: string) => ownReaders.get(pageUrl)?.size ?? 0
  const total = (pageUrl: string) =>
    [...otherProcesses.values()].reduce((sum, { readers }) => sum + (readers.get(pageUrl) ?? 0), ownCount(pageUrl))

  function scheduleUpdate(pageUrl: string): void {
    if (isClosed || timers.has(pageUrl)) return
    const sendCount = () => {
      timers.delete(pageUrl)
      if (unpublished.delete(pageUrl)) publish({ [pageUrl]: ownCount(pageUrl) })
      send(ownReaders.get(pageUrl) ?? [], { pageUrl, readers: total(pageUrl) })
    }
    timers.set(pageUrl, setTimeout(sendCount, UPDATE_MS).unref())
  }

  function scheduleOwnUpdate(pageUrl: string): void {
    unpublished.add(pageUrl)
    scheduleUpdate(pageUrl)
  }

  async function publish(readers: Record<string, number>, { whole = false, asks = false } = {}): Promise<void> {
    const message: z.input<typeof report> = { from: processId, readers, whole, asks }
    await backplane?.publish(TOPIC, Buffer.from(JSON.stringify(message)))
  }

  function publishAll({ asks = false } = {}): Promise<void> {
    const counts = Object.fromEntries([...ownReaders].map(([pageUrl, ids]) => [pageUrl, ids.size]))
    return publish(counts, { whole: true, asks })
  }

  function receive(bytes: Uint8Array): void {
    // The other process may run another version of the site, so its message is checked.
    const message = report.safeParse(tryParseJson(Buffer.from(bytes).toString())).data
    if (!message || message.from === processId || isClosed) return
    const other = otherProcesses.get(message.from) ?? { reportedAt: 0, readers: new Map<string, number>() }
    otherProcesses.set(message.from, other)
    other.reportedAt = Date.now()
    const named = Object.entries(message.readers)
    const unnamed = message.whole ? [...other.readers.keys()].filter((pageUrl) => !(pageUrl in message.readers)) : []
    for (const [pageUrl, readers] of [...named, ...unnamed.map((pageUrl) => [pageUrl, 0] as const)]) {
      if (setCount(other.readers, pageUrl, readers)) scheduleUpdate(pageUrl)
    }
    if (message.asks) publishAll()
  }

  const heartbeat = setInterval(() => {
    publishAll()
    for (const [id, { reportedAt, readers }] of otherProcesses) {
      if (Date.now() - reportedAt <= SILENCE_MS) continue
      otherProcesses.delete(id)
      for (const pageUrl of readers.keys()) scheduleUpdate(pageUrl)
    }
  }, HEARTBEAT_MS).unref()

  backplane?.onChange((state) => state === 'connected' && publishAll({ asks: true }))
  // If the backplane is not connected yet, the promise resolves immediately. In this case, `onChange` above publishes
  // the counts when the backplane connects.
  backplane?.subscribe(TOPIC, receive).then(() => publishAll({ asks: true }))

  return {
    joined: (pageUrl: string, connectionId: string) => {
      const ids = ownReaders.get(pageUrl) ?? new Set()
      ownReaders.set(pageUrl, ids.add(connectionId))
      scheduleOwnUpdate(pageUrl)
    },
    left: (pageUrl: string, connectionId: string) => {
      const ids = ownReaders.get(pageUrl)
      ids?.delete(connectionId)
      if (ids?.size === 0) ownReaders.delete(pageUrl)
      scheduleOwnUpdate(pageUrl)
    },
    /** Publishes to the other processes that this process has no readers any more. */
    close: async () => {
      isClosed = true
      clearInterval(heartbeat)
      for (const timer of timers.values()) clearTimeout(timer)
      ownReaders.clear()
      await publishAll()
    },
  }
}

/** Stores a count. @returns whether it has changed */
function setCount(readers: Map<string, number>, pageUrl: string, count: number): boolean {
  const before = readers.get(pageUrl) ?? 0
  if (count === 0) readers.delete(pageUrl)
  else readers.set(pageUrl, count)
  return count !== before
}
