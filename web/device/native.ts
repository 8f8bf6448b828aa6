/** The object that Capacitor's bridge adds to the page before the page's first script runs. */
interface Bridge {
  isNativePlatform: () => boolean
  getPlatform: () => string
}

declare global {
  var Capacitor: Bridge | undefined
}

const bridge = globalThis.Capacitor

/**
 * The platform of the native app (S2.17); null in a browser. The code for the app is in web/native, which only the app
 * loads. The web views of the app can neither save files nor print.
 */
export const nativePlatform = bridge?.isNativePlatform() ? (bridge.getPlatform() as 'android' | 'ios') : null

/** Returns the origin of the site. In the native app, the page itself has a different origin (scripts/native.ts). */
export const getSiteOrigin = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name=site-origin]')?.content ?? location.origin

/** Returns the URL of a path on the server. In the native app, the server has a different origin from the page. */
export const toServerUrl = (path: string): string => (nativePlatform && path[0] === '/' ? getSiteOrigin() + path : path)
