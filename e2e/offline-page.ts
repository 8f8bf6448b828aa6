import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/** The browser's log messages about requests without a network. */
export const offlineConsolePattern = /Failed to load resource|WebSocket connection to|ERR_INTERNET_DISCONNECTED/

/** Waits until a service worker controls the page. */
export const waitForServiceWorker = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(() => Boolean(navigator.serviceWorker.controller))).toBe(true)

/** Waits until the service worker has cached a page. */
export const waitForCachedPage = (page: Page, path: string): Promise<void> =>
  expect.poll(() => page.evaluate(async (path) => Boolean(await caches.match(path)), path)).toBe(true)
