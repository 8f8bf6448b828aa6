import * as calls from '#contract/push.ts'
import { site } from '#site'
import type { Database, DatabaseOrTx } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import type { BindEndpoint } from '../../http/bind-endpoint.ts'
import { Refusal } from '../../http/failures.ts'
import { enqueuePush } from '../../outbox/enqueue-push.ts'
import { listDevices, registerDevice, removeDevice } from './devices.ts'
import type { FirebaseSettings } from './firebase.ts'
import { countDevicesByPlatform, countPushResults, listDeskPushMessages } from './ledger.ts'
import { readPushPreferences, updatePushPreferences } from './preferences.ts'
import { type AcceptedPushTokenKinds, hashPushToken, tryParsePushToken } from './push-token.ts'
import { createVapidKeyReader } from './web-push.ts'

export interface PushOptions {
  db: Database
  /** The origins of further push services, in addition to the known ones (PUSH_SERVICES). */
  services: readonly string[]
  firebase: FirebaseSettings | null
}

/**
 * Adds the endpoints of push (S7.11, S7.17): of devices, of preferences, and of the list of sent messages for the desk.
 */
export function pushRoutes(bind: BindEndpoint, { db, services, firebase }: PushOptions): void {
  const vapidKeys = createVapidKeyReader(db)
  const reach: AcceptedPushTokenKinds = { services, firebase: firebase && (firebase.web ? 'all' : 'phones') }
  const presentSettings = async (queries: DatabaseOrTx, actor: Actor): Promise<calls.MyPushSettings> =>
    calls.getMyPushSettings.replies[200].parse({
      ...(await readPushPreferences(queries, actor.userId)),
      devices: await listDevices(queries, actor),
    })

  bind(calls.getPublicPushSettings, async () => ({
    vapidPublicKey: (await vapidKeys()).publicKey,
    firebase: firebase?.web ?? null,
  }))
  bind(calls.registerDevice, async ({ body: { token, platform }, actor }) => {
    const checked = tryParsePushToken(token, platform, reach)
    if (!checked) throw new Refusal('push_token_invalid')
    await registerDevice(db, actor, { ...checked, platform })
  })
  bind(calls.removeDeviceToken, async ({ body: { token }, actor }) => {
    const hash = hashPushToken(token)
    if (hash) await removeDevice(db, actor.userId, { token_hash: hash })
  })

  bind(calls.getMyPushSettings, ({ actor }) => presentSettings(db, actor))
  bind(calls.savePushPreferences, ({ body, actor }) =>
    db.transaction().execute(async (tx) => {
      await updatePushPreferences(tx, actor.userId, body)
      return presentSettings(tx, actor)
    }),
  )
  bind(calls.removeDevice, async ({ params: { id }, actor }) => {
    if (!(await removeDevice(db, actor.userId, { id }))) throw new Refusal('not_found')
  })
  bind(calls.sendTestPush, async ({ actor }) => {
    const message = {
      topic: 'test',
      title: `${site.name} can reach you`,
      body: 'This is what a push notification looks like on this device.',
      url: '/account',
      tag: 'test',
    } as const
    const devices = await db.transaction().execute((tx) => enqueuePush(tx, { userId: actor.userId }, message))
    if (devices === 0) throw new Refusal('no_device')
    return { devices }
  })

  bind(calls.listDeskPushMessages, async ({ query }) => ({
    ...(await listDeskPushMessages(db, query.cursor)),
    totals: await countPushResults(db),
    devices: await countDevicesByPlatform(db),
    firebase: firebase !== null,
  }))
}
