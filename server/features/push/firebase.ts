import * as z from 'zod'
import type { PushSettings } from '#contract/push.ts'
import type { DeliveryResult, PushRequest, Send } from './delivery-result.ts'
import { firebaseAccess, json, NoAccess, type ServiceAccount } from './firebase-access.ts'
import { firebaseMessage } from './firebase-message.ts'
import { type PostAnswer, post, unreachable } from './post.ts'

/** A Firebase project, which phones and perhaps browsers are sent to by. */
export interface FirebaseSettings extends ServiceAccount {
  projectId: string
  /** Where FCM is; Google's unless told otherwise. */
  api?: string | undefined
  /** What browsers register with; null where they use Web Push without it. */
  web: PushSettings['firebase']
}

/** Whom the SDK of Firebase asks in a browser that registers with it. */
export const firebaseHosts = [
  'https://firebaseinstallations.googleapis.com',
  'https://fcmregistrations.googleapis.com',
] as const

const GOOGLE_API = 'https://fcm.googleapis.com'

/** What Google's APIs say of a failure, and FCM besides. */
const failure = z.object({
  error: z.object({
    status: z.string().default(''),
    message: z.string().default(''),
    details: z
      .array(
        z.looseObject({
          errorCode: z.string().optional(),
          fieldViolations: z.array(z.looseObject({ field: z.string().optional() })).optional(),
        }),
      )
      .default([]),
  }),
})

/** Sends by Firebase Cloud Messaging, HTTP v1. */
export function createFirebase(settings: FirebaseSettings): Send {
  const access = firebaseAccess(settings)
  const address = `${settings.api ?? GOOGLE_API}/v1/projects/${settings.projectId}/messages:send`

  async function send(pushRequest: PushRequest): Promise<{ token: string; answer: PostAnswer }> {
    const token = await access.token()
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    return { token, answer: await post(address, headers, JSON.stringify(firebaseMessage(pushRequest))) }
  }

  return async (pushRequest) => {
    try {
      const first = await send(pushRequest)
      if (first.answer.status !== 401) return received(first.answer)
      access.renew(first.token)
      return received((await send(pushRequest)).answer)
    } catch (error) {
      if (!(error instanceof NoAccess)) return { busy: unreachable(error) }
      return { busy: error.message, retryAfterMs: error.answer.retryAfterMs }
    }
  }
}

function received({ ok, status, retryAfterMs, text }: PostAnswer): DeliveryResult {
  if (ok) return 'accepted'
  const error = failure.safeParse(json(text)).data?.error
  const code = error?.details.find(({ errorCode }) => errorCode)?.errorCode ?? error?.status ?? ''
  const words = `Firebase answered ${status}${/^[A-Z_]+$/.test(code) ? ` ${code}` : ''}.`
  if (code === 'UNREGISTERED' || code === 'SENDER_ID_MISMATCH' || status === 404) return 'gone'
  // The same code says that a message is wrong, which is our fault, and that the token is.
  if (code === 'INVALID_ARGUMENT') return error && isAboutToken(error) ? 'gone' : { refused: words }
  // 401: a clock that is wrong, or a key that was taken back, which the owner may set right.
  if (status === 401 || status === 429 || status >= 500) return { busy: words, retryAfterMs }
  return { refused: words }
}

const isAboutToken = ({ message, details }: z.output<typeof failure>['error']) =>
  /registration token/i.test(message) ||
  details.some(({ fieldViolations = [] }) => fieldViolations.some(({ field }) => field === 'message.token'))
