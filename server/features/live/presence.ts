import { randomUUID } from 'node:crypto'
import type { Backplane } from '@hobohat/hub'
import * as z from 'zod'
import { SECOND_MS } from '#contract/limits.ts'

/** The shortest interval between two counts that the readers of a page get. */
const NEWS_MS = 250
/** The interval at which each process publishes its counts. */
const HEARTBEAT_MS = 15 * SECOND_MS
/** A process without a report for this time is gone, with all its readers. */
const SILENCE_MS = 45 * SECOND_MS

const TOPIC = 'live:readers'

/** The report of a process: the number of its readers by page. */
const report = z.object({
  from: z.string(),
  readers: z.record(z.string(), z.int().nonnegative()),
  /** Whether pages that are not listed have no readers. */
  whole: z.boolean(),
  /** Whether the process has just started and asks the others to report. */
  asks: z.boolean(),
})

export interface PresenceOptions {
  backplane: Backplane | undefined
  /** Sends the total number of readers of a page to connections of this process. */
  tell: (connectionIds: Iterable<string>, news: { pageUrl: string; readers: number }) => void
}

/** Counts the connections that have a page open, in all processes. Each process sends the count to its own readers. */
export interface Presence {
  joined: (pageUrl: string, connectionId: string) => void
  left: (pageUrl: string, connectionId: string) => void
  /** Reports to the other processes that no readers are left. */
  close: () => Promise<void>
}

export function createPresence({ backplane, tell }: PresenceOptions): Presence {
  const me = randomUUID()
  const own = new Map<string, Set<string>>()
  const others = new Map<string, { heardAt: number; readers: Map<string, number> }>()
  const due = new Map<string, NodeJS.Timeout>()
  /** Pages whose count other processes have not received. */
  const unsaid = new Set<string>()
  let closed = false

  const ownCount = (pageUrl: string) => own.get(pageUrl)?.size ?? 0
  const total = (pageUrl: string) =>
    [...others.values()].reduce((sum, { readers }) => sum + (readers.get(pageUrl) ?? 0), ownCount(pageUrl))

  function changed(pageUrl: string): void {
    if (closed || due.has(pageUrl)) return
    const news = () => {
      due.delete(pageUrl)
      if (unsaid.delete(pageUrl)) say({ [pageUrl]: ownCount(pageUrl) })
      tell(own.get(pageUrl) ?? [], { pageUrl, readers: total(pageUrl) })
    }
    due.set(pageUrl, setTimeout(news, NEWS_MS).unref())
  }

  function ownChanged(pageUrl: string): void {
    unsaid.add(pageUrl)
    changed(pageUrl)
  }

  async function say(readers: Record<string, number>, { whole = false, asks = false } = {}): Promise<void> {
    const said: z.input<typeof report> = { from: me, readers, whole, asks }
    await backplane?.publish(TOPIC, Buffer.from(JSON.stringify(said)))
  }

  const sayAll = (options = {}) =>
    say(Object.fromEntries([...own].map(([pageUrl, ids]) => [pageUrl, ids.size])), { whole: true, ...options })

  function heard(bytes: Uint8Array): void {
    const said = parsed(bytes)
    if (!said || said.from === me || closed) return
    const other = others.get(said.from) ?? { heardAt: 0, readers: new Map<string, number>() }
    others.set(said.from, other)
    other.heardAt = Date.now()
    const named = Object.entries(said.readers)
    const unnamed = said.whole ? [...other.readers.keys()].filter((pageUrl) => !(pageUrl in said.readers)) : []
    for (const [pageUrl, readers] of [...named, ...unnamed.map((pageUrl) => [pageUrl, 0] as const)]) {
      if (set(other.readers, pageUrl, readers)) changed(pageUrl)
    }
    if (said.asks) sayAll()
  }

  const heartbeat = setInterval(() => {
    sayAll()
    for (const [id, { heardAt, readers }] of others) {
      if (Date.now() - heardAt <= SILENCE_MS) continue
      others.delete(id)
      for (const pageUrl of readers.keys()) changed(pageUrl)
    }
  }, HEARTBEAT_MS).unref()

  backplane?.onChange((state) => state === 'connected' && sayAll({ asks: true }))
  // Resolves at once when there is no connection yet; the later connection reports itself.
  backplane?.subscribe(TOPIC, heard).then(() => sayAll({ asks: true }))

  return {
    joined: (pageUrl, connectionId) => {
      const ids = own.get(pageUrl) ?? new Set()
      own.set(pageUrl, ids.add(connectionId))
      ownChanged(pageUrl)
    },
    left: (pageUrl, connectionId) => {
      const ids = own.get(pageUrl)
      ids?.delete(connectionId)
      if (ids?.size === 0) own.delete(pageUrl)
      ownChanged(pageUrl)
    },
    close: async () => {
      closed = true
      clearInterval(heartbeat)
      for (const timer of due.values()) clearTimeout(timer)
      own.clear()
      await sayAll()
    },
  }
}

/** Stores a count. @returns whether it has changed */
function set(readers: Map<string, number>, pageUrl: string, count: number): boolean {
  const before = readers.get(pageUrl) ?? 0
  if (count === 0) readers.delete(pageUrl)
  else readers.set(pageUrl, count)
  return count !== before
}

/** Parses the report of another process, which may run another version. */
function parsed(bytes: Uint8Array): z.output<typeof report> | undefined {
  try {
    return report.safeParse(JSON.parse(Buffer.from(bytes).toString())).data
  } catch {
    return undefined
  }
}
