import type { Page } from '@playwright/test'
import { findAxeAndOverflowViolations, findSmallTargets } from './axe.ts'
import { expect, test } from './test.ts'

/** Shows a page with this body. The page itself has no accessibility faults. */
const show = (page: Page, body: string, css = '') =>
  page.setContent(`<!doctype html><html lang="en"><head><title>Planted</title>
    <meta name="viewport" content="width=device-width"><style>
      :root { color-scheme: light dark; background: light-dark(#fff, #000) }
      ${css}
    </style></head><body><main id="page"><h1>Planted</h1>${body}</main></body></html>`)

const faults = [
  [
    'text that is too faint by day',
    '<p id="a">Text</p>',
    '#a { color: light-dark(#999, #fff) }',
    /^1440 color-contrast: #a$/,
  ],
  ['a field without a label', '<input id="a">', '', /^390 label: /],
  [
    'a field without a label on phones alone',
    '<input id="a">',
    '@media (width > 500px) { #a { display: none } }',
    /^390 label: /,
  ],
  [
    'a field without a label on wide screens alone',
    '<input id="a">',
    '@media (width < 500px) { #a { display: none } }',
    /^1440 label: /,
  ],
  ['a second landmark of its kind', '</main><main id="a"><p>Text</p>', '', /^390 landmark-no-duplicate-main: /],
  ['a heading that skips a level', '<h4>Text</h4>', '', /^390 heading-order: /],
  [
    'a page that scrolls sideways at 320 px alone',
    '<p id="a">Text</p>',
    '#a { width: 350px }',
    /^320 scrolls sideways by \d+ px$/,
  ],
  [
    'a page that scrolls sideways on tablets alone',
    '<p id="a">Text</p>',
    '@media (600px < width < 900px) { #a { width: 1000px } }',
    /^820 scrolls sideways by \d+ px$/,
  ],
] as const

test('findAxeAndOverflowViolations finds no fault on a page without faults, and finds each planted fault', async ({
  page,
}) => {
  await show(page, '<p>Text</p><button type="button">Press</button>')
  expect(await findAxeAndOverflowViolations(page)).toEqual([])
  for (const [fault, body, css, found] of faults) {
    await show(page, body, css)
    expect((await findAxeAndOverflowViolations(page))[0], fault).toMatch(found)
  }
})

test('findAxeAndOverflowViolations finds a fault inside an iframe', async ({ page }) => {
  await show(page, `<iframe title="Frame" srcdoc="<html lang='en'><title>Frame</title><input id='b'>"></iframe>`)
  expect((await findAxeAndOverflowViolations(page)).join()).toContain('390 label: iframe #b')
})

test('findSmallTargets finds a target only at the width where it is too small', async ({ page }) => {
  await show(
    page,
    '<button type="button">Press</button>',
    `button { min-height: 44px; width: 60px; font-size: 8px }
    @media (width < 500px) { button { min-height: 0; width: 40px } }`,
  )
  await page.setViewportSize({ width: 1440, height: 900 })
  expect(await findSmallTargets(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await findSmallTargets(page)).toEqual(['<button type="button">Press</button>'])
})
