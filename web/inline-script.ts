/**
 * The inline script of every page. It does the work that must precede the first paint. It also stores presses that only
 * the application can handle. The build writes it into index.html.
 */
import { themeKey, userStorageKeys } from '#contract/storage-keys.ts'
import { isCtrlShortcut } from './device/is-ctrl-shortcut.ts'
import { disableWebFonts } from './device/late-fonts.ts'
import { nativePlatform } from './device/native.ts'
import { setBarTheme } from './device/theme.ts'

/** The presses from before the application is ready. */
interface EarlyPresses {
  /** Whether the reader has pressed something that needs the application. */
  isPressed: boolean
  /** Called at each such press. Set by web/boot.ts. */
  onPress: () => void
  /** Repeats the stored clicks and shortcuts, and stops storing. Called when the application is ready. */
  repeat: () => void
}

declare global {
  var earlyPresses: EarlyPresses
}

const { dataset, classList } = document.documentElement

// On a slow network, the fonts would arrive after the first paint, too late to be used. So the page loads them only if
// they are on the device: in the app, and when the service worker stored them with an earlier page.
const { connection } = navigator as { connection?: { rtt: number } }
const isSlow = connection && connection.rtt >= 150
if (isSlow && !nativePlatform && !navigator.serviceWorker?.controller) disableWebFonts()
else {
  const fonts = document.querySelector<HTMLMetaElement>('meta[name=fonts]')?.content.split(' ') ?? []
  for (const href of fonts)
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'preload', as: 'font', crossOrigin: '', href }),
    )
}

try {
  const theme = localStorage.getItem(themeKey)
  if (theme === 'day' || theme === 'night') {
    dataset.theme = theme
    setBarTheme(theme)
  }
  if (localStorage.getItem(userStorageKeys.refreshToken)) dataset.session = ''
} catch {
  // The browser blocks the storage.
}
classList.add('scripts')

const repeats: (() => void)[] = []
const listening = new AbortController()

const presses: EarlyPresses = {
  isPressed: false,
  onPress: () => {},
  repeat: () => {
    listening.abort()
    for (const repeat of repeats) repeat()
  },
}
globalThis.earlyPresses = presses

function press() {
  presses.isPressed = true
  presses.onPress()
}

/** Adds a listener that runs before all other listeners of the page, until the application is ready. */
const listen = <Type extends keyof DocumentEventMap>(type: Type, listener: (event: DocumentEventMap[Type]) => void) =>
  document.addEventListener(type, listener, { capture: true, signal: listening.signal })

/** Returns the pressed button; null in parts of the page that work without the application (`data-app="none"`). */
const findButton = ({ target }: Event): HTMLElement | null =>
  target instanceof Element && !target.closest('[data-app=none]')
    ? target.closest<HTMLElement>('button, summary')
    : null

// The application loads when the reader begins to press a button.
listen('pointerdown', (event) => findButton(event) && press())

// Links, `summary` elements and `popovertarget` buttons work without the application, so their clicks are not repeated.
listen('click', (event) => {
  const button = findButton(event)
  if (!button) return
  if (button.matches('button:not([popovertarget])')) repeats.push(() => button.isConnected && button.click())
  press()
})

listen('keydown', (event) => {
  if (!isCtrlShortcut(event, 'k')) return
  const { key, ctrlKey, metaKey } = event
  event.preventDefault()
  repeats.push(() => document.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, metaKey, bubbles: true })))
  press()
})
