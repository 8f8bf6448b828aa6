import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { writeWebFolder } from '../build/native/web-folder.ts'
import { buildFolder, ports } from './services/ports.ts'

/** The origin of the app's pages on Android. */
export const APP_ORIGIN = 'https://localhost'
/** The origin of the site that the app of these tests calls. */
export const SITE_ORIGIN = `http://127.0.0.1:${ports.site}`

/** A call from the page to the app's native side. */
export interface NativeCall {
  plugin: string
  method: string
  options: Record<string, unknown>
}

interface Native {
  calls: NativeCall[]
  fire: (plugin: string, event: string, data: unknown) => void
}
declare global {
  var native: Native
}

interface NativeStart {
  /** The URL that opened the app. */
  launchUrl?: string
  /** The user's answer to the permission request for notifications. */
  notifications?: 'granted' | 'denied'
}

/**
 * Replaces the native side of Capacitor (native-bridge.js and the headers of its plugins), so that the JavaScript of
 * the plugins runs unchanged. Calls from the page are recorded and answered, and the test can fire native events.
 */
async function stubBridge(page: Page, start: NativeStart = {}): Promise<void> {
  await page.addInitScript(({ launchUrl, notifications = 'granted' }) => {
    const plugins: Record<string, string[]> = {
      App: ['getLaunchUrl', 'minimizeApp'],
      SystemBars: ['setStyle'],
      PushNotifications: ['checkPermissions', 'requestPermissions', 'register', 'unregister'],
    }
    const listeners: { plugin: string; event: string; callback: (data: unknown) => void; id: string }[] = []
    const calls: NativeCall[] = []
    const fire: Native['fire'] = (plugin, event, data) => {
      for (const one of [...listeners]) if (one.plugin === plugin && one.event === event) one.callback(data)
    }
    let asked = false
    const answers: Record<string, () => unknown> = {
      getLaunchUrl: () => launchUrl && { url: launchUrl },
      checkPermissions: () => ({ receive: asked ? notifications : 'prompt' }),
      requestPermissions: () => {
        asked = true
        return { receive: notifications }
      },
      register: () => {
        setTimeout(() => fire('PushNotifications', 'registration', { value: 'token of this phone' }))
      },
    }
    const method = (name: string, rtype: 'promise' | 'callback' = 'promise') => ({ name, rtype })
    const bridge = {
      isNativePlatform: () => true,
      getPlatform: () => 'android',
      PluginHeaders: Object.entries(plugins).map(([name, methods]) => ({
        name,
        methods: [method('addListener', 'callback'), method('removeListener'), ...methods.map((one) => method(one))],
      })),
      async nativePromise(plugin: string, name: string, options: Record<string, unknown> = {}) {
        calls.push({ plugin, method: name, options })
        return answers[name]?.()
      },
      nativeCallback(
        plugin: string,
        name: string,
        options: { eventName: string; callbackId?: string },
        callback: never,
      ) {
        if (name === 'addListener') {
          const id = String(listeners.length + 1)
          listeners.push({ plugin, event: options.eventName, callback, id })
          return Promise.resolve(id)
        }
        return Promise.resolve()
      },
    }
    // @capacitor/core recognises Android by the property androidBridge.
    Object.assign(window, { Capacitor: bridge, androidBridge: {}, native: { calls, fire } })
  }, start)
}

/**
 * Opens the app. Requests to the app's origin are answered as by the app's web server: with the file at the path, or
 * else with the app's only HTML file. The site has a different origin and is called across origins.
 * @param folder the folder to which the app's files are written
 */
export async function openNativeApp(page: Page, folder: string, start: NativeStart = {}): Promise<void> {
  writeWebFolder({ from: buildFolder, to: folder, origin: SITE_ORIGIN, push: true })
  await stubBridge(page, start)
  await page.route(`${APP_ORIGIN}/**`, (route) => {
    const { pathname } = new URL(route.request().url())
    const file = join(folder, pathname)
    return route.fulfill({ path: /\.\w+$/.test(pathname) && existsSync(file) ? file : join(folder, 'index.html') })
  })
  await page.goto(`${APP_ORIGIN}/`)
}

/** Returns the calls of the page to the native side so far. */
export const readNativeCalls = (page: Page, method: string): Promise<NativeCall[]> =>
  page.evaluate((name) => native.calls.filter((call) => call.method === name), method)

/** Fires an event of a plugin's native side. */
export const fireNativeEvent = (page: Page, plugin: string, event: string, data: unknown = {}): Promise<void> =>
  page.evaluate(([plugin, event, data]) => native.fire(plugin, event, data), [plugin, event, data] as const)
