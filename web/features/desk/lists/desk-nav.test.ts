import { act, createElement } from 'react'
import { expect, test, vi } from 'vitest'
import type { DeskPage } from '../../../kit/web-feature.ts'
import { mockHub } from '../../../testing/mock-hub.ts'
import { openScreen } from '../../../testing/page-actions.ts'

const pageOf = (name: string, group: string, more: Partial<DeskPage> = {}): DeskPage => ({
  path: `/desk/${name.toLowerCase()}`,
  title: name,
  group,
  screen: 'desk/log/log.tsx',
  ...more,
})

/** Opens the navigation of a desk with pages in three groups. `overview` is what waits, which a test can change. */
async function openNav(at: string, startLive?: () => Promise<void>) {
  const overview = { comments: { waiting: 2, reported: 1 }, errors: 0 }
  const features = [
    {
      name: 'a',
      deskPages: [
        pageOf('Moderation', 'Audience', { countWaiting: ({ comments }) => comments.waiting + comments.reported }),
        pageOf('Errors', 'Site', { countWaiting: ({ errors }) => errors }),
      ],
    },
    { name: 'b', deskPages: [pageOf('Notices', 'Content'), pageOf('People', 'Audience')] },
  ]
  const screen = await openScreen(
    () => Response.json(overview),
    async () => {
      await startLive?.()
      const { FeaturesContext } = await import('../../../kit/web-feature.ts')
      const { DeskNav } = await import('./desk-nav.tsx')
      return createElement(FeaturesContext, { value: features }, createElement(DeskNav, { at }))
    },
    at,
  )
  return { ...screen, overview }
}

test('the pages of the desk are in groups, and the link of the open page is marked', async () => {
  const { page, texts } = await openNav('/desk/people')
  expect(texts('.desk-nav p')).toEqual(['Audience', 'Site', 'Content'])
  await page.until(() =>
    expect(texts('.desk-nav ul')).toEqual(['Overview', 'Moderation3 waitingPeople', 'Errors', 'Notices']),
  )
  expect(texts('[aria-current=page]')).toEqual(['People'])
})

test('the count of a page changes with an event of the hub, and is left out when nothing waits', async () => {
  const { hub, startLive } = mockHub()
  const { page, texts, overview } = await openNav('/desk', startLive)
  await page.until(() => expect(texts('.desk-nav .tag')).toEqual(['3 waiting']))
  await vi.waitFor(() => expect(hub.publish).toBeDefined(), { timeout: 5_000 })
  Object.assign(overview, { comments: { waiting: 0, reported: 0 }, errors: 4 })
  await act(async () => hub.publish('errorsChanged'))
  await page.until(() =>
    expect(texts('.desk-nav a')).toEqual(['Overview', 'Moderation', 'People', 'Errors4 waiting', 'Notices']),
  )
})

test('a button shows and hides the groups', async () => {
  const { page, press } = await openNav('/desk')
  const isOpen = () => [page.find('button').getAttribute('aria-expanded'), page.find('.desk-nav-groups').dataset.open]
  expect(isOpen()).toEqual(['false', undefined])
  await press('All pages of the desk')
  expect(isOpen()).toEqual(['true', 'true'])
  await press('All pages of the desk')
  expect(isOpen()).toEqual(['false', undefined])
})
