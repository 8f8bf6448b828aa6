import { existsSync } from 'node:fs'
import { findProgramsOnPath } from '@hobohat/hub/testing'
import { chromium } from '@playwright/test'
import { runOptionalCommand, tryInstallDebianPackage } from './programs.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** Flags that let Chromium run in containers, and keep it from sending requests of its own to the internet. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

function onThisMachine(): string | undefined {
  const candidates = [process.env.CHROMIUM_PATH, ...findProgramsOnPath(...names), ...places]
  return [...candidates, chromium.executablePath()].find((file) => file && existsSync(file))
}

/**
 * Returns the path of an installed Chromium. If there is none, downloads the Chromium of Playwright. If the download
 * fails, installs the Debian package, but only when run as root.
 * @throws when no Chromium can be installed; the message says what to do
 */
export function ensureChromium(): string {
  const found = onThisMachine()
  if (found) return found
  console.log('No Chromium here; fetching one for the browser tests …')
  runOptionalCommand('playwright', 'install', 'chromium')
  if (!onThisMachine()) tryInstallDebianPackage('chromium')
  const fetched = onThisMachine()
  if (fetched) return fetched
  throw new Error(
    'The browser tests need Chromium. Install it (Debian: apt-get install chromium) or set CHROMIUM_PATH to one.',
  )
}

const headlessShell = 'chromium-headless-shell'

/**
 * Returns the path of the headless Chromium if it is installed, otherwise of the full Chromium. The headless Chromium
 * opens a page in half the time, but has no permission prompts. So tests of the service worker's notifications use
 * `createFullChromiumOptions`.
 */
export const chooseHeadlessOrFullChromiumPath = (): string => findProgramsOnPath(headlessShell)[0] ?? ensureChromium()

/** Installs the headless Chromium, when run as root on Debian. */
export function tryInstallHeadlessChromium(): void {
  if (findProgramsOnPath(headlessShell).length === 0) tryInstallDebianPackage(headlessShell)
}

/** Returns the Playwright options of a browser test that needs the full Chromium. */
export const createFullChromiumOptions = () => ({
  launchOptions: { executablePath: ensureChromium(), args: chromiumFlags },
})
