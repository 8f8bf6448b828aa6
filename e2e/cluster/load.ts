import { request as sendRequest } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

/** The pause of a writer before it repeats a call that had no answer. */
const RETRY_MS = 200
/** The time in milliseconds after which a call without an answer has failed. */
const ANSWER_MS = 15_000

export interface HttpAnswer {
  status: number
  body: string
  link: string
}

interface Call {
  method?: string
  token?: string
  body?: unknown
  /** The IP address from which the client calls, in 127.0.0.0/8, because the site limits the calls of each address. */
  from?: string
}

/** Sends a call. Rejects when the connection fails or the answer takes more than 15 s. */
export function sendCall(
  origin: string,
  path: string,
  { method = 'GET', token, body, from }: Call = {},
): Promise<HttpAnswer> {
  const text = body === undefined ? undefined : JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const request = sendRequest(new URL(path, origin), {
      method,
      agent: false,
      ...(from && { localAddress: from }),
      signal: AbortSignal.timeout(ANSWER_MS),
      headers: {
        ...(text !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
    })
    request.on('error', reject)
    request.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          body: Buffer.concat(chunks).toString(),
          link: String(response.headers.link ?? ''),
        }),
      )
    })
    request.end(text)
  })
}

/** Repeats reads and writes until it is stopped, and counts the answers. */
export class LoadGenerator {
  /** The numbers of answered and failed calls, by the name of the call, such as "pages". */
  readonly counts = new Map<string, { answered: number; failed: number }>()
  /** The first 20 failures, each as a line with the time and the name of the call. */
  readonly failures: string[] = []
  readonly #running: Promise<void>[] = []
  #isStopped = false

  /** Repeats a read. Every answer below 500 counts as answered. */
  read(name: string, pauseMs: number, send: () => Promise<HttpAnswer>): void {
    this.#repeat(pauseMs, () => this.#count(name, send))
  }

  /** Sends reads at a fixed rate, even when earlier reads have not been answered yet. */
  readAtRate(name: string, perSecond: number, send: () => Promise<HttpAnswer>): void {
    const start = performance.now()
    let sent = 0
    this.#repeat(5, async () => {
      for (; sent < ((performance.now() - start) / 1_000) * perSecond; sent++) {
        this.#running.push(this.#count(name, send))
      }
    })
  }

  /**
   * Repeats a write with a new key each time. A write without an answer, or with a status of 500 or above, is sent
   * again with the same key, as the pages of the site do.
   * @param send sends the call with a key
   * @param acknowledged called with the key of each write that was answered with 2xx
   */
  write(
    name: string,
    pauseMs: number,
    send: (key: string) => Promise<HttpAnswer>,
    acknowledged: (key: string, answer: HttpAnswer) => void,
  ): void {
    const counts = this.#countsOf(name)
    this.#repeat(pauseMs, async () => {
      const key = crypto.randomUUID()
      for (;;) {
        const answer = await send(key).catch(() => null)
        if (answer && answer.status < 300) {
          counts.answered++
          acknowledged(key, answer)
          return
        }
        if (answer && answer.status < 500 && answer.status !== 429) {
          throw new Error(`${name} was refused with ${answer.status}: ${answer.body}`)
        }
        counts.failed++
        await wait(RETRY_MS)
      }
    })
  }

  /** Stops all calls. Rejects with the error of the first call that the site has refused. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await Promise.all(this.#running)
  }

  async #count(name: string, send: () => Promise<HttpAnswer>): Promise<void> {
    const counts = this.#countsOf(name)
    const failure = await send().then(
      ({ status, body }) => (status < 500 ? null : `${status} ${body.slice(0, 80)}`),
      (error: unknown) => String(error),
    )
    if (failure === null) counts.answered++
    else {
      counts.failed++
      if (this.failures.length < 20) this.failures.push(`${new Date().toISOString()} ${name}: ${failure}`)
    }
  }

  #countsOf(name: string) {
    const counts = this.counts.get(name) ?? { answered: 0, failed: 0 }
    this.counts.set(name, counts)
    return counts
  }

  #repeat(pauseMs: number, run: () => Promise<void>): void {
    const loop = async () => {
      while (!this.#isStopped) {
        await run()
        await wait(pauseMs)
      }
    }
    const running = loop()
    running.catch(() => {})
    this.#running.push(running)
  }
}
