import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import { createAndroidKeyStatement } from './android-key-attestation.ts'
import { origins } from './origins.ts'

/** The parts of a response that a test can change, as an attacker would. */
interface Change {
  origin?: string
  rpId?: string
  type?: string
  challenge?: string
  crossOrigin?: boolean
  /** The flags of the authenticator data (WebAuthn 6.1): 1 user present, 4 user verified, 8 and 16 synced. */
  flags?: number
  counter?: number
  userHandle?: string
  /** The address that the attestation of a new passkey names. Without it, the passkey has no attestation. */
  crlUrl?: string
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64url = (data: Buffer | string) => Buffer.from(data).toString('base64url')

/** Encodes the kinds of values that an attestation contains (CBOR, RFC 8949). */
function cbor(value: number | string | Buffer | Buffer[] | Map<number | string, unknown>): Buffer {
  const head = (major: number, n: number) =>
    n < 24
      ? Buffer.from([(major << 5) | n])
      : n < 256
        ? Buffer.from([(major << 5) | 24, n])
        : Buffer.from([(major << 5) | 25, n >> 8, n & 255])
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)])
  const entries = [...value].flatMap(([key, inner]) => [cbor(key), cbor(inner as Parameters<typeof cbor>[0])])
  return Buffer.concat([head(5, value.size), ...entries])
}

/** An authenticator in software (WebAuthn 6), with one passkey of ES256. */
export class PasskeyAuthenticator {
  readonly id = base64url(randomBytes(32))
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  #userId = ''
  counter = 0

  /** Responds to the options for a new passkey. */
  create(options: { challenge: string; user: { id: string } }, change: Change = {}) {
    this.#userId = options.user.id
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    const key = cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    )
    const id = Buffer.from(this.id, 'base64url')
    const authData = Buffer.concat([
      this.#authenticatorData({ flags: 0x5d, ...change }),
      Buffer.alloc(16),
      Buffer.from([0, id.length]),
      id,
      key,
    ])
    const clientDataJSON = this.#clientData(options, { type: 'webauthn.create', ...change })
    const clientDataHash = sha256(Buffer.from(clientDataJSON, 'base64url'))
    const { crlUrl } = change
    const attestation = new Map<string, unknown>([
      ['fmt', crlUrl ? 'android-key' : 'none'],
      ['attStmt', crlUrl ? createAndroidKeyStatement(this.#keys, clientDataHash, crlUrl) : new Map()],
      ['authData', authData],
    ])
    return this.#credential({
      clientDataJSON,
      attestationObject: base64url(cbor(attestation)),
      transports: ['internal'],
    })
  }

  /** Responds to the options of a login or a proof. */
  get(options: { challenge: string }, change: Change = {}) {
    const clientDataJSON = this.#clientData(options, { type: 'webauthn.get', ...change })
    const data = this.#authenticatorData({ flags: 0x1d, ...change })
    const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))])
    return this.#credential({
      clientDataJSON,
      authenticatorData: base64url(data),
      signature: base64url(createSign('sha256').update(signed).sign(this.#keys.privateKey)),
      userHandle: change.userHandle ?? this.#userId,
    })
  }

  #clientData(options: { challenge: string }, { type, challenge, origin = origins[0], crossOrigin = false }: Change) {
    return base64url(JSON.stringify({ type, challenge: challenge ?? options.challenge, origin, crossOrigin }))
  }

  #authenticatorData({ rpId = new URL(origins[0]).hostname, flags = 0, counter = this.counter }: Change) {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count])
  }

  #credential<R extends object>(response: R) {
    return { id: this.id, rawId: this.id, type: 'public-key' as const, clientExtensionResults: {}, response }
  }
}
