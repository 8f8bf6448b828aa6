/** Whether a browser can get push messages, or the reason why not. */
export type PushSupport = 'yes' | 'unsupported' | 'safari'

/** Whether a user agent is Safari (S5.06): browsers based on Chromium, Firefox and browsers on Android are not. */
export const isSafari = (agent: string): boolean =>
  /Safari/.test(agent) && !/Chrom(e|ium)|CriOS|EdgiOS|FxiOS|Android/.test(agent)

/** Returns the support of this browser. Browsers offer push messages on secure pages only. */
export function pushSupport(): PushSupport {
  if (isSafari(navigator.userAgent)) return 'safari'
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window ? 'yes' : 'unsupported'
}
