/** What the app's native side puts into the page before its first script runs (Capacitor's bridge). */
interface Bridge {
  isNativePlatform: () => boolean
  getPlatform: () => string
}

declare global {
  var Capacitor: Bridge | undefined
}

const bridge = globalThis.Capacitor

/** The app that this page runs in (S2.17); null in a browser. Whatever needs the app is in web/native, and loaded there alone. */
export const nativePlatform = bridge?.isNativePlatform() ? (bridge.getPlatform() as 'android' | 'ios') : null

/** Where the site is: in the app, whose files come with it, what the app was made for (scripts/native.ts). */
export const siteOrigin = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name=site-origin]')?.content ?? location.origin

/** The address of something that the server answers, from its path: in the app that is another origin than the page's. */
export const serverAddress = (path: string): string => (nativePlatform && path[0] === '/' ? siteOrigin() + path : path)
