import { createSign, type KeyPairKeyObjectResult } from 'node:crypto'

/** Encodes a value of ASN.1 (DER, X.690). */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const n = content.length
  const length = n < 128 ? [n] : n < 256 ? [0x81, n] : [0x82, n >> 8, n & 255]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}
const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
const integer = (n: number, tag = 0x02) => der(tag, Buffer.from([n]))
const objectId = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const octets = (content: Buffer) => der(0x04, content)
const nameOf = (text: string) => sequence(der(0x31, sequence(objectId('550403'), der(0x0c, Buffer.from(text)))))

const ecdsaWithSha256 = sequence(objectId('2a8648ce3d040302'))
const validity = sequence(der(0x17, Buffer.from('200101000000Z')), der(0x17, Buffer.from('491231235959Z')))

function certificateOf({ publicKey, privateKey }: KeyPairKeyObjectResult, subject: string, extensions: Buffer[]) {
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  const version = der(0xa0, integer(2))
  const names = [nameOf('A stranger'), validity, nameOf(subject)]
  const tbs = sequence(version, integer(1), ecdsaWithSha256, ...names, spki, der(0xa3, sequence(...extensions)))
  const signature = createSign('sha256').update(tbs).sign(privateKey)
  return sequence(tbs, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature))
}

/**
 * Creates an attestation statement of the format `android-key` (WebAuthn 8.4) whose certificates the caller has signed.
 * @param crlUrl the address of the list of revoked certificates, which the certificates contain
 */
export function createAndroidKeyStatement(keys: KeyPairKeyObjectResult, clientDataHash: Buffer, crlUrl: string) {
  const none = sequence()
  const description = sequence(
    ...[integer(1), integer(0, 0x0a), integer(1), integer(0, 0x0a)],
    ...[octets(clientDataHash), octets(Buffer.alloc(0)), none, none],
  )
  const crl = sequence(sequence(der(0xa0, der(0xa0, der(0x86, Buffer.from(crlUrl))))))
  const leaf = certificateOf(keys, 'A key', [
    sequence(objectId('2b06010401d679020111'), octets(description)),
    sequence(objectId('551d1f'), octets(crl)),
  ])
  return new Map<string, unknown>([
    ['alg', -7],
    ['sig', Buffer.alloc(64)],
    ['x5c', [leaf, certificateOf(keys, 'A stranger', [])]],
  ])
}
