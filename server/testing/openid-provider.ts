import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { type AddressInfo, isIP } from 'node:net'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { decodeJwt, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { type Adapter, type AdapterPayload, interactionPolicy, Provider } from 'oidc-provider'

/** The client id and secret of the site at every test provider. */
export const siteClientCredentials = { clientId: 'site', clientSecret: 'secret of the site' } as const

type Context = Parameters<Parameters<Provider['use']>[0]>[0]

/** The tenant of personal Microsoft accounts. */
const PERSONAL_ACCOUNTS = '9188040d-6c67-4c5b-b112-36a304b66dad'
const KEY_ID = 'key'
/** Real providers use RS256, but generating its keys takes too long for a test. */
const ALGORITHM = 'ES256'

interface OpenIdProviderOptions {
  /** The port on 127.0.0.1; a free port by default. */
  port?: number
  /** Imitates Entra ID, where one URL serves all tenants and each tenant has its own issuer. */
  microsoft?: boolean
  /** The allowed redirect URIs. Loopback URLs match with any port. */
  redirectUris: string[]
}

export interface OpenIdProvider {
  /** The value for GOOGLE_ISSUER or MICROSOFT_ISSUER. */
  issuer: string
  /**
   * Further claims of ID tokens, by email address; they replace claims of the same name. An entry also applies to email
   * addresses with a tag, such as nora+one@example.org.
   */
  claims: Map<string, JWTPayload>
  /** Whether ID tokens are signed with an unpublished key. */
  forged: boolean
  /** The number of requests so far, by path. */
  requests: Map<string, number>
  close: () => Promise<void>
}

/** Starts a real OpenID provider on this machine. The entered email address decides who is logged in. */
export async function startOpenIdProvider(options: OpenIdProviderOptions): Promise<OpenIdProvider> {
  const { port = 0, microsoft = false, redirectUris } = options
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const keys = await generateKeyPair(ALGORITHM, { extractable: true })
  const stranger = await generateKeyPair(ALGORITHM)

  const standIn: OpenIdProvider = {
    issuer: microsoft ? `${base}/common/v2.0` : base,
    claims: new Map(),
    forged: false,
    requests: new Map(),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  // The provider shows no consent page.
  const policy = interactionPolicy.base()
  policy.remove('consent')

  const provider = new Provider(base, {
    adapter: memoryAdapter(),
    clients: [
      {
        client_id: siteClientCredentials.clientId,
        client_secret: siteClientCredentials.clientSecret,
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: redirectUris,
        id_token_signed_response_alg: ALGORITHM,
        // Loopback URLs of native clients match with any port (RFC 8252 7.3).
        application_type: redirectUris.every(isLoopback) ? 'native' : 'web',
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(keys.privateKey)), kid: KEY_ID, use: 'sig', alg: ALGORITHM }] },
    cookies: { keys: ['only for tests'] },
    features: { devInteractions: { enabled: false } },
    // These lifetimes are longer than a login, so that the site decides when a login has expired.
    ttl: { AccessToken: 60, AuthorizationCode: 3600, Grant: 3600, IdToken: 3600, Interaction: 3600, Session: 3600 },
    pkce: { required: () => true },
    findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    interactions: { policy, url: (_, interaction) => `/interaction/${interaction.uid}` },
    renderError: (ctx, out) => {
      ctx.body = JSON.stringify(out)
    },
    loadExistingGrant: async (ctx) => {
      const { client, session } = ctx.oidc
      const grant = new provider.Grant({ clientId: client?.clientId, accountId: session?.accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  provider.silent = true

  /** Returns the claims of an ID token. */
  function claimsOf(payload: JWTPayload): JWTPayload {
    const login = payload.sub ?? ''
    const person = { email: login, name: login.split('@')[0] }
    const given = standIn.claims.get(login.replace(/\+[^@]*/, ''))
    if (!microsoft) return { ...payload, ...person, email_verified: true, ...given }
    const tenant = { tid: PERSONAL_ACCOUNTS, oid: guidOf(login), ...given }
    return { ...payload, ...person, iss: `${base}/${tenant.tid}/v2.0`, ...tenant }
  }

  provider.use(async (ctx, next) => {
    standIn.requests.set(ctx.path, (standIn.requests.get(ctx.path) ?? 0) + 1)
    if (ctx.path.startsWith('/interaction/')) return askWho(provider, ctx)
    if (microsoft) ctx.path = ctx.path.replace(/^\/common\/v2\.0/, '')
    // Always ask for the email address, even after an earlier login.
    if (ctx.path === '/auth') ctx.query = { ...ctx.query, prompt: 'login' }
    await next()
    const body = ctx.body as { id_token?: string }
    if (ctx.path === '/token' && body.id_token) {
      body.id_token = await new SignJWT(claimsOf(decodeJwt(body.id_token)))
        .setProtectedHeader({ alg: ALGORITHM, kid: KEY_ID })
        .sign(standIn.forged ? stranger.privateKey : keys.privateKey)
    }
    if (microsoft) likeEntra(ctx, base)
  })
  server.on('request', provider.callback())
  return standIn
}

/** Changes a reply into a reply of Entra ID: the issuer is a template, and redirects lack `iss` (RFC 9207). */
function likeEntra(ctx: Context, base: string): void {
  const location = URL.parse(ctx.response.get('location'), base)
  if (location && location.origin !== base) {
    location.searchParams.delete('iss')
    ctx.set('location', location.href)
  }
  if (ctx.path !== '/.well-known/openid-configuration') return
  const { authorization_response_iss_parameter_supported: _, ...document } = ctx.body as Record<string, unknown>
  ctx.body = { ...document, issuer: `${base}/{tenantid}/v2.0` }
}

const page = `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Who are you?</title>
<form method="post"><label>Email <input name="email" autofocus></label>
<button name="answer" value="continue">Continue</button> <button name="answer" value="cancel">Cancel</button></form>`

async function askWho(provider: Provider, ctx: Context): Promise<void> {
  if (ctx.method !== 'POST') {
    ctx.type = 'html'
    ctx.body = page
    return
  }
  const form = new URLSearchParams(await text(ctx.req))
  const accountId = form.get('email')?.trim() ?? ''
  const result = form.get('answer') === 'cancel' ? { error: 'access_denied' } : { login: { accountId } }
  ctx.redirect(await provider.interactionResult(ctx.req, ctx.res, result))
  ctx.status = 303
}

const STEPS_MAX = 20

/**
 * Logs in at a provider as a person does in a browser: enters an email address, or cancels.
 * @param email null to cancel
 * @returns the URL that the provider redirects to
 */
export async function logInAtProvider(authorizationUrl: string, email: string | null): Promise<string> {
  const { origin } = new URL(authorizationUrl)
  const cookies = new Map<string, string>()
  const form = new URLSearchParams(email === null ? { answer: 'cancel' } : { email, answer: 'continue' })
  let url = authorizationUrl
  let init: RequestInit = {}
  for (let steps = 0; new URL(url).origin === origin; steps++) {
    if (steps > STEPS_MAX) throw new Error(`The provider did not let ${email} go.`)
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { ...init, headers: { cookie }, redirect: 'manual' })
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (value) cookies.set(name, value)
      else cookies.delete(name)
    }
    const location = response.headers.get('location')
    init = {}
    if (location) url = new URL(location, url).href
    else if (response.ok) init = { method: 'POST', body: form }
    else throw new Error(`The provider answered ${response.status}: ${await response.text()}`)
  }
  return url
}

/** Stores rows in memory. The adapter of the package would log a warning that it is not for production. */
function memoryAdapter(): (model: string) => Adapter {
  const rows = new Map<string, AdapterPayload>()
  return (model) => {
    const key = (id: string) => `${model} ${id}`
    return {
      upsert: async (id, payload) => void rows.set(key(id), payload),
      find: async (id) => rows.get(key(id)),
      findByUid: async (uid) => [...rows.values()].find((row) => row.uid === uid),
      findByUserCode: async () => undefined,
      consume: async (id) => void Object.assign(rows.get(key(id)) ?? {}, { consumed: Math.floor(Date.now() / 1000) }),
      destroy: async (id) => void rows.delete(key(id)),
      revokeByGrantId: async (grantId) => {
        for (const [id, row] of rows) if (row.grantId === grantId) rows.delete(id)
      },
    }
  }
}

const isLoopback = (address: string) => {
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && (hostname === 'localhost' || isIP(hostname) === 4)
}

const guidOf = (login: string) =>
  createHash('sha256')
    .update(login)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, '$1-$2-$3-$4-$5')

// For browser tests: node server/testing/openid-provider.ts --port 4000 --redirect-uri http://127.0.0.1:3000/auth/login/google/callback
if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '0' },
      microsoft: { type: 'boolean', default: false },
      'redirect-uri': { type: 'string', multiple: true, default: [] },
      /** A JSON object. Each key is an email address, and its value has the claims of the ID token for this address. */
      claims: { type: 'string', default: '{}' },
    },
  })
  const { port, microsoft, 'redirect-uri': redirectUris, claims } = values
  const standIn = await startOpenIdProvider({ port: Number(port), microsoft, redirectUris })
  for (const [login, given] of Object.entries<JWTPayload>(JSON.parse(claims))) standIn.claims.set(login, given)
  console.log(standIn.issuer)
}
