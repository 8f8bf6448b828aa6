import { createElement } from 'react'
import { expect, test } from 'vitest'
import { type DeskOverview, getDeskOverview } from '#contract/desk.ts'
import { listSetupSteps } from '#contract/setup.ts'
import { openScreen } from '../../testing/page-actions.ts'

const quiet: DeskOverview = {
  mail: { waiting: 0, kept: 0 },
  smtp: true,
  readers: 1,
  newReaders: 0,
  guests: 0,
  log: [],
}

/** Shows the first page of the desk with these figures and an empty inbox. */
const openOverview = (changes: Partial<DeskOverview>) =>
  openScreen(
    ({ path }) => {
      if (path === listSetupSteps.path) return Response.json({ steps: [] })
      return Response.json(path === getDeskOverview.path ? { ...quiet, ...changes } : { items: [], waiting: {} })
    },
    async () => createElement((await import('./overview.tsx')).Screen),
    '/desk',
  )

test('the desk says when nothing waits, and counts the people of the site', async () => {
  const { page, says, texts } = await openOverview({})
  await says('Nothing waits for you.')
  expect(page.text()).toContain('1 reader, 0 of them new in the last seven days, and 0 guests.')
  expect(texts('.note:not(.outcome)')).toEqual([])
})

test('the desk of a site without a mail server says that mails are kept, and links to them', async () => {
  const { page, says } = await openOverview({ smtp: false, mail: { waiting: 1, kept: 2 } })
  await says('No mail server is set up')
  expect(page.find('a', '2 mails are kept here.').getAttribute('href')).toBe('/desk/mail?state=kept')
  expect(page.text()).toContain('1 mail is on the way.')
})
