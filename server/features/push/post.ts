import { DAY_MS, SECOND_MS } from '#contract/limits.ts'

/** How long any one answer is waited for. */
export const POST_TIMEOUT_MS = 10 * SECOND_MS
/** Nothing longer is of use to us. */
const ANSWER_BYTES_MAX = 16 * 1024

/** What another server answered. */
export interface PostAnswer {
  ok: boolean
  status: number
  /** How long it wants to be left alone (RFC 9110 10.2.3). */
  retryAfterMs: number | undefined
  /** The beginning of what it said. */
  text: string
}

/**
 * Posts to another server, which can neither lead us elsewhere, nor keep us waiting, nor fill our memory.
 * @throws what fetch throws when it cannot be reached
 */
export async function post(
  url: string | URL,
  headers: Record<string, string>,
  body: string | Uint8Array<ArrayBuffer>,
): Promise<PostAnswer> {
  const response = await fetch(url, {
    method: 'POST',
    headers,
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(POST_TIMEOUT_MS),
  })
  const { ok, status } = response
  return { ok, status, retryAfterMs: retryAfter(response.headers.get('retry-after')), text: await beginning(response) }
}

/** Why a server could not be reached, in a word that names nobody. */
export function unreachable(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { code?: string } }
  return `The push service cannot be reached: ${cause?.code ?? name ?? 'no answer'}.`
}

async function beginning(response: Response): Promise<string> {
  const reader = response.body?.getReader()
  if (!reader) return ''
  const decoder = new TextDecoder()
  let text = ''
  for (let read = 0; read < ANSWER_BYTES_MAX; ) {
    const { done, value } = await reader.read()
    if (done) return text
    read += value.byteLength
    text += decoder.decode(value, { stream: true })
  }
  await reader.cancel()
  return text.slice(0, ANSWER_BYTES_MAX)
}

/** Seconds, or a date; nobody is left alone for more than a day. */
function retryAfter(header: string | null): number | undefined {
  if (header === null) return undefined
  const ms = /^\d+$/.test(header) ? Number(header) * SECOND_MS : Date.parse(header) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), DAY_MS)
}
