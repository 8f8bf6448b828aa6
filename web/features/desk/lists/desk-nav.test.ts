import { act, createElement } from 'react'
import { expect, test } from 'vitest'
import type { DeskPage } from '../../../kit/web-feature.ts'
import { openScreen } from '../../../testing/page-actions.ts'

const pageOf = (name: string, group: string, more: Partial<DeskPage> = {}): DeskPage => ({
  path: `/desk/${name.toLowerCase()}`,
  title: name,
  group,
  screen: 'desk/log/log.tsx',
  ...more,
})

/** Opens the navigation of a desk with pages in three groups. A test can change how many items wait. */
async function openNav(at: string) {
  const waiting = { comment: 3, error: 0 }
  const features = [
    {
      name: 'a',
      deskPages: [
        pageOf('Moderation', 'Audience', { waiting: 'comment' }),
        pageOf('Errors', 'Site', { waiting: 'error' }),
      ],
    },
    { name: 'b', deskPages: [pageOf('Notices', 'Content'), pageOf('People', 'Audience')] },
  ]
  const screen = await openScreen(
    () => Response.json({ waiting }),
    async () => {
      const { FeaturesContext } = await import('../../../kit/web-feature.ts')
      const { DeskNav } = await import('./desk-nav.tsx')
      return createElement(FeaturesContext, { value: features }, createElement(DeskNav, { at }))
    },
    at,
  )
  return { ...screen, waiting }
}

test('the pages of the desk are in groups, and the link of the open page is marked', async () => {
  const { page, texts } = await openNav('/desk/people')
  expect(texts('.desk-nav p')).toEqual(['Audience', 'Site', 'Content'])
  await page.until(() =>
    expect(texts('.desk-nav ul')).toEqual(['Overview3 waiting', 'Moderation3 waitingPeople', 'Errors', 'Notices']),
  )
  expect(texts('[aria-current=page]')).toEqual(['People'])
})

test('the desk navigation shows no count beside a page on which nothing waits', async () => {
  const { page, texts, waiting } = await openNav('/desk')
  await page.until(() => expect(texts('.desk-nav .tag')).toEqual(['3 waiting', '3 waiting']))
  Object.assign(waiting, { comment: 0, error: 4 })
  const { useInboxCounts } = await import('../../../kit/inbox-counts.ts')
  await act(() => useInboxCounts.getState().fetchWaiting())
  expect(texts('.desk-nav a')).toEqual(['Overview4 waiting', 'Moderation', 'People', 'Errors4 waiting', 'Notices'])
})

test('a button shows and hides the groups of the desk navigation', async () => {
  const { page, press } = await openNav('/desk')
  const isOpen = () => [page.find('button').getAttribute('aria-expanded'), page.find('.desk-nav-groups').dataset.open]
  expect(isOpen()).toEqual(['false', undefined])
  await press('All pages of the desk')
  expect(isOpen()).toEqual(['true', 'true'])
  await press('All pages of the desk')
  expect(isOpen()).toEqual(['false', undefined])
})
