import { exportJWK, generateKeyPair } from 'jose'
import type { Database } from '../../db/database.ts'

/**
 * The keys that identify this site to push services (RFC 8292): an uncompressed point of P-256 and its secret, in
 * base64url.
 */
export interface VapidKeys {
  publicKey: string
  privateKey: string
}

/** Returns the function that reads the keys once. The first call of the first process creates them. */
export function vapidKeysOf(db: Database): () => Promise<VapidKeys> {
  let loading: Promise<VapidKeys> | undefined
  return () => {
    loading ??= readOrMake(db).catch((error) => {
      loading = undefined
      throw error
    })
    return loading
  }
}

async function readOrMake(db: Database): Promise<VapidKeys> {
  const read = () => db.selectFrom('vapid_keys').select(['public_key', 'private_key']).executeTakeFirst()
  let row = await read()
  if (!row) {
    const newRow = { id: 1, ...(await newKeys()), created_at: Date.now() } as const
    await db
      .insertInto('vapid_keys')
      .values(newRow)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    row = (await read()) ?? newRow
  }
  return { publicKey: row.public_key, privateKey: row.private_key }
}

async function newKeys() {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const { x = '', y = '', d = '' } = await exportJWK(privateKey)
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  return { public_key: point.toString('base64url'), private_key: d }
}
