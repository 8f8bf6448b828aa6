import { exportJWK, generateKeyPair } from 'jose'
import type { Database } from '../../db/database.ts'

/** What names this site to push services (RFC 8292): an uncompressed point of P-256 and its secret, in base64url. */
export interface VapidKeys {
  publicKey: string
  privateKey: string
}

/** Makes the function that reads the keys, once. The first to ask makes them; of several processes, one does. */
export function vapidKeysOf(db: Database): () => Promise<VapidKeys> {
  let kept: Promise<VapidKeys> | undefined
  return () => {
    kept ??= readOrMake(db).catch((error) => {
      kept = undefined
      throw error
    })
    return kept
  }
}

async function readOrMake(db: Database): Promise<VapidKeys> {
  const read = () => db.selectFrom('vapid_keys').select(['public_key', 'private_key']).executeTakeFirst()
  let row = await read()
  if (!row) {
    const made = { id: 1, ...(await newKeys()), created_at: Date.now() } as const
    await db
      .insertInto('vapid_keys')
      .values(made)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    row = (await read()) ?? made
  }
  return { publicKey: row.public_key, privateKey: row.private_key }
}

async function newKeys() {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const { x = '', y = '', d = '' } = await exportJWK(privateKey)
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  return { public_key: point.toString('base64url'), private_key: d }
}
