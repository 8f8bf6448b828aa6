import { SECOND_MS } from '#contract/limits.ts'
import { parseRetryAfter } from '../../http/retry-after.ts'

export const POST_TIMEOUT_MS = 10 * SECOND_MS
/** The maximum number of bytes that are read from an answer. */
const ANSWER_BYTES_MAX = 16 * 1024

export interface PostResponse {
  ok: boolean
  status: number
  /** The delay that the server requests with Retry-After (RFC 9110 10.2.3). */
  retryAfterMs: number | undefined
  text: string
}

/** Posts to another server without following redirects. The time and the size of the answer are limited. */
export async function sendPostRequest(
  url: string | URL,
  headers: Record<string, string>,
  body: string | Uint8Array<ArrayBuffer>,
): Promise<PostResponse> {
  const response = await fetch(url, {
    method: 'POST',
    headers,
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(POST_TIMEOUT_MS),
  })
  const { ok, status } = response
  return {
    ok,
    status,
    retryAfterMs: parseRetryAfter(response.headers.get('retry-after') ?? ''),
    text: await readBeginning(response),
  }
}

/** Returns the reason why a server cannot be reached, without the URL of the server. */
export function describePostFailure(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { code?: string } }
  return `The push service cannot be reached: ${cause?.code ?? name ?? 'no answer'}.`
}

async function readBeginning(response: Response): Promise<string> {
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
