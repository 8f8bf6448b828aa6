import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import type { ServerProcess } from './processes.ts'
import { serveBuiltSite } from './serve.ts'

export const PASSWORD = 'kettle in a battered hat'

/**
 * A running site with accounts of readers. The site reads the caller's IP address from the request header
 * `x-forwarded-for`. So each call can come from a different IP address.
 */
export interface SiteWithSignedUpReaders extends AsyncDisposable {
  site: ServerProcess
  emails: readonly string[]
}

/**
 * Starts the site with a mail server, and signs up readers.
 * @param settings environment variables that differ from the defaults
 */
export async function serveWithReaders(
  count: number,
  settings: Record<string, string> = {},
): Promise<SiteWithSignedUpReaders> {
  const secrets = new Map<string, (secret: string) => void>()
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      text(stream).then((mail) => {
        const plain = mail.replace(/=\r\n/g, '').replace(/=3D/g, '=')
        secrets.get(envelope.rcptTo[0]?.address ?? '')?.(/#token=([\w-]+)/.exec(plain)?.[1] ?? '')
        done()
      }, done)
    },
  })
  const listening = smtp.listen(0, '127.0.0.1')
  await new Promise((resolve) => listening.once('listening', resolve))
  const { port } = smtp.server.address() as AddressInfo
  const site = await serveBuiltSite('/readyz', { TRUST_PROXY: 'on', SMTP_URL: `smtp://127.0.0.1:${port}`, ...settings })
  const emails = Array.from({ length: count }, (_, i) => `reader-${i}@example.org`)
  for (const email of emails) {
    const secret = new Promise<string>((resolve) => secrets.set(email, resolve))
    const verificationUrl = `${site.origin}/verify-email`
    await postFromNewIpAddress(site, '/auth/signup', { name: 'Reader', email, password: PASSWORD, verificationUrl })
    await postFromNewIpAddress(site, '/auth/verify-email', { token: await secret })
  }
  const stop = async () => {
    await site[Symbol.asyncDispose]()
    smtp.close()
  }
  return { site, emails, [Symbol.asyncDispose]: stop }
}

/** Logs a reader in. @returns an access token and the account's id */
export async function logInReader({ origin }: ServerProcess, email: string): Promise<{ token: string; id: string }> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': '10.255.255.255' }
  const body = JSON.stringify({ email, password: PASSWORD })
  const answer = await fetch(`${origin}/auth/manual-login`, { method: 'POST', headers, body })
  if (!answer.ok) throw new Error(`The login was answered with ${answer.status}.`)
  const { accessToken: token } = (await answer.json()) as { accessToken: string }
  const me = await fetch(`${origin}/auth/current-user`, { headers: { authorization: `Bearer ${token}` } })
  return { token, id: ((await me.json()) as { id: string }).id }
}

/**
 * The age at which an access token is replaced, in milliseconds. Access tokens are valid for 15 minutes, and logins are
 * rate-limited.
 */
const TOKEN_MS = 600_000

/**
 * Keeps a reader logged in. The returned function resolves with an access token, and logs in again when the previous
 * token is ten minutes old.
 */
export function createTokenProvider(site: ServerProcess, email: string): () => Promise<string> {
  let token = { text: '', at: Number.NEGATIVE_INFINITY }
  return async () => {
    if (performance.now() - token.at < TOKEN_MS) return token.text
    token = { text: (await logInReader(site, email)).token, at: performance.now() }
    return token.text
  }
}

let calls = 0

/** Makes a POST call from a new IP address. @returns the status, and the time to the answer in milliseconds */
export async function postFromNewIpAddress(
  { origin }: ServerProcess,
  path: string,
  body: object,
): Promise<{ status: number; ms: number }> {
  calls++
  const headers = {
    'content-type': 'application/json',
    'x-forwarded-for': `10.${calls >> 16}.${(calls >> 8) & 255}.${calls & 255}`,
  }
  const start = performance.now()
  const response = await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
  await response.arrayBuffer()
  return { status: response.status, ms: performance.now() - start }
}
