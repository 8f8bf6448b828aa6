/** The object that Capacitor's bridge puts into the page before its first script runs. */
interface Bridge {
  isNativePlatform: () => boolean
  getPlatform: () => string
}

declare global {
  var Capacitor: Bridge | undefined
}

const bridge = globalThis.Capacitor

/** The platform of the native app (S2.17); null in a browser. The code for the app is in web/native, which only the app loads. */
export const nativePlatform = bridge?.isNativePlatform() ? (bridge.getPlatform() as 'android' | 'ios') : null

/** Returns the origin of the site. The app's own origin is another one (scripts/native.ts). */
export const siteOrigin = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name=site-origin]')?.content ?? location.origin

/** Returns the address of a path on the server. In the app, the server has another origin than the page. */
export const serverAddress = (path: string): string => (nativePlatform && path[0] === '/' ? siteOrigin() + path : path)
