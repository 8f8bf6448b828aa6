import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { findProgramsOnPath, installDebianPackage, runCommand } from './programs.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** What Chromium needs in a container, and what keeps it from asking the internet for anything. */
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
 * The path of a Chromium: one that is installed, else Playwright's own download, else Debian's package when this is root.
 * @throws an error that says what to install
 */
export function findChromium(): string {
  const found = onThisMachine()
  if (found) return found
  console.log('No Chromium here; fetching one for the browser tests …')
  runCommand('playwright', 'install', 'chromium')
  if (!onThisMachine()) installDebianPackage('chromium')
  const fetched = onThisMachine()
  if (fetched) return fetched
  throw new Error(
    'The browser tests need Chromium. Install it (Debian: apt-get install chromium) or set CHROMIUM_PATH to one.',
  )
}

const headlessShell = 'chromium-headless-shell'

/**
 * The path of Chromium without its windows, which opens a page in half the time, where there is one; else of the whole.
 * It asks nobody for permissions, so that a test of the notifications of a worker takes `fullChromiumOptions`.
 */
export const findHeadlessShell = (): string => findProgramsOnPath(headlessShell)[0] ?? findChromium()

/** Gets one where this is root on a Debian. */
export function fetchHeadlessShell(): void {
  if (findProgramsOnPath(headlessShell).length === 0) installDebianPackage(headlessShell)
}

/** Options of a browser test that needs the whole Chromium. */
export const fullChromiumOptions = () => ({ launchOptions: { executablePath: findChromium(), args: chromiumFlags } })
