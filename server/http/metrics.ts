import { createHash, timingSafeEqual } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import { SECOND_MS } from '#contract/limits.ts'

/** A figure that is read at each request of Prometheus. */
export interface Gauge {
  /** Without the prefix `site_`. */
  name: string
  help: string
  /** The name of the label. With a label, `read` returns a figure for each of its values, otherwise one figure. */
  label?: string
  read: () => Promise<Figures> | Figures
}
type Figures = number | Readonly<Record<string, number>>

interface MetricsOptions {
  /** The token of callers: `Authorization: Bearer …`. Without it, there are no metrics. */
  token: string | undefined
  version: () => string
  gauges: () => readonly Gauge[]
  /** Returns why the database cannot be written to, or null. */
  findDatabaseError: () => Promise<Error | null>
}

/** The upper bounds of the histogram buckets for the durations of answers, in seconds. */
const BOUNDS = [0.005, 0.025, 0.1, 0.5, 2.5, 10]

const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'
const NANOSECONDS = 1e9
const MICROSECONDS = 1e6

/**
 * Serves /metrics in the text format of Prometheus 0.0.4: the durations of answers by route and status, and the figures
 * of the process and of the features. docs/operating.md lists them.
 * @returns a function that counts a failure of background work
 */
export function serveMetrics(
  app: FastifyInstance,
  { token, version, gauges, findDatabaseError }: MetricsOptions,
): () => void {
  if (token === undefined) return () => {}
  const answers = new Map<string, { labels: string; buckets: number[]; sum: number; count: number }>()
  let failures = 0
  const delay = monitorEventLoopDelay()
  delay.enable()
  app.addHook('onClose', async () => void delay.disable())

  app.addHook('onResponse', (request, reply, done) => {
    // An unknown path has no route. The path itself is not used as a label, because anybody can request any path.
    const route = request.routeOptions.url ?? 'none'
    const labels = `route="${escapeLabel(route)}",status="${Math.floor(reply.raw.statusCode / 100)}xx"`
    const answer = answers.get(labels) ?? { labels, buckets: BOUNDS.map(() => 0), sum: 0, count: 0 }
    answers.set(labels, answer)
    const seconds = reply.elapsedTime / SECOND_MS
    answer.count++
    answer.sum += seconds
    for (const [i, bound] of BOUNDS.entries()) if (seconds <= bound) answer.buckets[i] = (answer.buckets[i] ?? 0) + 1
    done()
  })

  const writeAnswers = (): string[] => {
    const name = 'site_answer_seconds'
    const lines = [...answers.values()].flatMap(({ labels, buckets, sum, count }) => [
      ...buckets.map((value, i) => `${name}_bucket{${labels},le="${BOUNDS[i]}"} ${value}`),
      `${name}_bucket{${labels},le="+Inf"} ${count}`,
      `${name}_sum{${labels}} ${sum}`,
      `${name}_count{${labels}} ${count}`,
    ])
    return [...head(name, 'histogram', 'The durations of answers, by route and class of status.'), ...lines]
  }

  const writeProcess = (): string[] => {
    const { user, system } = process.cpuUsage()
    const { rss, heapUsed } = process.memoryUsage()
    const lag = delay.percentile(99) / NANOSECONDS
    delay.reset()
    return [
      ...write('process_cpu_seconds_total', 'counter', 'Processor time.', (user + system) / MICROSECONDS),
      ...write('process_start_time_seconds', 'gauge', 'Start, since 1970.', Date.now() / SECOND_MS - process.uptime()),
      ...write('process_resident_memory_bytes', 'gauge', 'Resident memory.', rss),
      ...write('site_heap_used_bytes', 'gauge', 'Memory of JavaScript objects.', heapUsed),
      ...write('site_event_loop_delay_seconds', 'gauge', '99 of 100 delays since the last reading are shorter.', lag),
      ...write('site_background_failures_total', 'counter', 'Failures of jobs and of the outbox.', failures),
    ]
  }

  const isAllowed = (header = '') => timingSafeEqual(hash(header.replace(/^Bearer /i, '')), hash(token))
  app.get('/metrics', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (!isAllowed(request.headers.authorization)) {
      reply.code(401).header('www-authenticate', 'Bearer').type('text/plain; charset=utf-8')
      return reply.send('Send METRICS_TOKEN: Authorization: Bearer …\n')
    }
    const lines = [
      ...write('site_build_info', 'gauge', 'The version of the served build.', { [version()]: 1 }, 'version'),
      ...write(
        'site_database_up',
        'gauge',
        'Whether the database can be written to.',
        Number((await findDatabaseError()) === null),
      ),
      ...writeProcess(),
      ...writeAnswers(),
    ]
    for (const gauge of gauges()) lines.push(...(await writeGauge(gauge)))
    return reply.type(CONTENT_TYPE).send(`${lines.join('\n')}\n`)
  })
  return () => void failures++
}

/** A gauge that cannot be read, for example without the database, is left out. */
async function writeGauge({ name, help, label, read }: Gauge): Promise<string[]> {
  try {
    return write(`site_${name}`, 'gauge', help, await read(), label)
  } catch {
    return []
  }
}

const head = (name: string, type: string, help: string) => [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`]

function write(name: string, type: 'counter' | 'gauge', help: string, figures: Figures, label = 'kind'): string[] {
  const lines =
    typeof figures === 'number'
      ? [`${name} ${figures}`]
      : Object.entries(figures).map(([value, figure]) => `${name}{${label}="${escapeLabel(value)}"} ${figure}`)
  return [...head(name, type, help), ...lines]
}

const escapeLabel = (text: string) => text.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')

const hash = (text: string): Buffer => createHash('sha256').update(text).digest()
