import { generateKeyPairSync, sign } from 'node:crypto'

/** An element of DER (X.690): tag, length and content. */
function der(tag: number, ...parts: (Buffer | string | number[])[]): Buffer {
  const content = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))))
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
const ed25519 = sequence(der(0x06, [0x2b, 0x65, 0x70]))

/** Makes a self-signed certificate (RFC 5280) for 127.0.0.1. Returns the key and the certificate as PEM. */
export function makeSelfSignedCertificate(): { key: string; cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const name = sequence(der(0x31, sequence(der(0x06, [0x55, 0x04, 0x03]), der(0x0c, 'hub'))))
  const alternativeName = sequence(der(0x06, [0x55, 0x1d, 0x11]), der(0x04, sequence(der(0x87, [127, 0, 0, 1]))))
  const content = sequence(
    der(0xa0, der(0x02, [2])),
    der(0x02, [1]),
    ed25519,
    name,
    sequence(der(0x18, '20000101000000Z'), der(0x18, '20991231235959Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(alternativeName)),
  )
  const certificate = sequence(content, ed25519, der(0x03, [0], sign(null, content, privateKey)))
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`,
  }
}
