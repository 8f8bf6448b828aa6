import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Browser, Page } from '@playwright/test'
import type { BundleManifest } from '../build/manifest.ts'
import { buildFolder } from './services/ports.ts'
import { expect, hydratePage, openPage, test, waitForPaint } from './test.ts'

// Most of the elements of Home belong to pictures. When Chromium computes the styles of all elements again, a phone
// shows no new frame for a tenth of a second. A style sheet that arrives later causes this when it sets fonts or custom
// properties of the document. A rule with :has(…) that matches elements of any name causes this at each change of the
// page.

// Pages show no notice here, because the notice strip once sets a custom property of the document: its own height.
test.use({ hasNotice: false })

test('loading Home and its comments never makes Chromium recompute the styles of all elements', async ({
  page,
  browser,
}) => {
  // The second visit has the fonts in time for the first paint.
  for (const _ of [1, 2]) await page.goto('/')
  const counts = await recordStyleCounts(browser, page, async () => {
    await hydratePage(page)
    await page.locator('#comments').scrollIntoViewIfNeeded()
    await expect(page.locator('.comment-form, .comments-write').first()).toBeVisible()
    await waitForPaint(page)
  })
  // Chromium computes the styles of a stage only when scrolling brings the stage near the window, so the counts are
  // above 0.
  const elements = await page.locator('*').count()
  expect(Math.max(...counts)).toBeGreaterThan(0)
  expect(Math.max(...counts)).toBeLessThan((elements * 2) / 3)
})

test('with all style sheets of the site loaded, a new element makes Chromium recompute the styles of fewer than 50 elements', async ({
  page,
  browser,
}) => {
  await openPage(page, '/')
  await page.evaluate(async (files) => {
    const loads = files.map((file) => {
      const sheet = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: `/${file}` })
      document.head.append(sheet)
      return new Promise((resolve) => sheet.addEventListener('load', resolve))
    })
    await Promise.all(loads)
  }, listStyleSheets())
  await waitForPaint(page)
  const counts = await recordStyleCounts(browser, page, async () => {
    await page.evaluate(() => document.querySelector('main')?.append(document.createElement('p')))
    await waitForPaint(page)
  })
  expect(Math.max(...counts)).toBeGreaterThan(0)
  expect(Math.max(...counts)).toBeLessThan(50)
})

/** Returns the paths of all style sheets of the fixture site. */
function listStyleSheets(): string[] {
  const manifest = path.join(buildFolder, 'bundles/web/.vite/manifest.json')
  const chunks: BundleManifest = JSON.parse(readFileSync(manifest, 'utf8'))
  return [...new Set(Object.values(chunks).flatMap((chunk) => chunk?.css ?? []))]
}

/** Returns the number of elements whose styles Chromium computed, for each update of styles during an action. */
async function recordStyleCounts(browser: Browser, page: Page, act: () => Promise<void>): Promise<number[]> {
  await browser.startTracing(page, { categories: ['devtools.timeline'] })
  await act()
  const { traceEvents }: Trace = JSON.parse((await browser.stopTracing()).toString())
  return traceEvents.flatMap(({ name, args }) => (name === 'UpdateLayoutTree' ? [args?.elementCount ?? 0] : []))
}

interface Trace {
  traceEvents: { name: string; args?: { elementCount?: number } }[]
}
