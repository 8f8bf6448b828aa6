import { existsSync } from 'node:fs'
import * as signalR from '@microsoft/signalr'
import { MessagePackHubProtocol } from '@microsoft/signalr-protocol-msgpack'
import { chromium } from '@playwright/test'
import { type ClientLibrary, playScenario, type Scenario, type ScenarioConnectionSettings } from './scenario.ts'

/** The environment in which the official client runs. */
export interface ClientEnvironment {
  /** Warnings and errors of the client, in Chromium also those of the page. */
  readonly complaints: string[]
  play<A, R>(settings: ScenarioConnectionSettings, scenario: Scenario<A, R>, args: A): Promise<R>
  close(): Promise<void>
}

/** Runs the client in this process. */
export function createNodeEnvironment(): ClientEnvironment {
  const complaints: string[] = []
  const log = (level: signalR.LogLevel, message: string) => {
    if (level >= signalR.LogLevel.Warning) complaints.push(message)
  }
  const kit: ClientLibrary = { signalR, MessagePackHubProtocol, logging: { log } }
  return {
    complaints,
    play: (settings, scenario, args) => playScenario(kit, settings, scenario, args),
    async close() {},
  }
}

const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Returns the path of Chromium. @throws {Error} that says what to install */
function findChromium(): string {
  const candidates = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', chromium.executablePath()]
  const found = candidates.find((file) => file && existsSync(file))
  if (found) return found
  throw new Error('These tests need Chromium. Install it, or set CHROMIUM_PATH to one.')
}

/** Runs the client's bundle in Chromium. `url` is a page that loads the bundle. */
export async function openChromiumEnvironment(url: string): Promise<ClientEnvironment> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags })
  const page = await browser.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.goto(url)
  return {
    complaints,
    async play<A, R>(settings: ScenarioConnectionSettings, scenario: Scenario<A, R>, args: A): Promise<R> {
      const sources = { play: playScenario.toString(), scenario: scenario.toString() }
      // The cast is safe, because the result is a copy of the scenario's result.
      return (await page.evaluate(playInPage, { settings, sources, args })) as R
    },
    close: () => browser.close(),
  }
}

interface Task {
  settings: ScenarioConnectionSettings
  sources: { play: string; scenario: string }
  args: unknown
}

/** Runs in the page, with the globals of the bundle. */
async function playInPage({ settings, sources, args }: Task): Promise<unknown> {
  const revive = (source: string) => new Function(`return (${source})`)()
  const signalR = Reflect.get(window, 'signalR')
  const { MessagePackHubProtocol } = signalR.protocols.msgpack
  const kit: ClientLibrary = { signalR, MessagePackHubProtocol, logging: signalR.LogLevel.Warning }
  return revive(sources.play)(kit, settings, revive(sources.scenario), args)
}
