/** Whether a browser can get push messages, and if not, why. */
export type PushSupport = 'yes' | 'unsupported' | 'safari'

/** S5.06: what calls itself Safari and is neither Chrome or one of its kin, nor Firefox, nor on Android. */
export const isSafari = (agent: string): boolean =>
  /Safari/.test(agent) && !/Chrom(e|ium)|CriOS|EdgiOS|FxiOS|Android/.test(agent)

/** Whether this one can. Of an address that is not secure, browsers have none of it. */
export function pushSupport(): PushSupport {
  if (isSafari(navigator.userAgent)) return 'safari'
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window ? 'yes' : 'unsupported'
}
