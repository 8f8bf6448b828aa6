import { createElement } from 'react'
import { expect, test } from 'vitest'
import type { VisitSums } from '#contract/statistics.ts'
import { openScreen } from '../../../testing/page-actions.ts'
import { formatEndShareAndMeanTime, sumVisitsByDayGroup } from './visit-figures.ts'

const sums = (visits: number, readers = visits): VisitSums => ({ visits, readers, ends: 0, seconds: 0 })
const dayOf = (at: number) => new Date(Date.UTC(2026, 10, 1 + at)).toISOString().slice(0, 10)

/** Opens the desk's page of readers. */
const openReaders = (address = '/desk/readers', names = {}, released: () => Promise<void> = async () => {}) =>
  openScreen(
    async ({ path }) => {
      await released()
      const query = new URL(path, 'https://a.test').searchParams
      const count = Number(query.get('days'))
      return Response.json({
        days: Array.from({ length: count }, (_, at) => ({ day: dayOf(at), ...sums(at === count - 1 ? 3 : 1, 1) })),
        total: { visits: 40, readers: 30, ends: 10, seconds: 5_000 },
        pages: query.get('page')
          ? []
          : [{ path: '/about', title: 'About', visits: 4, readers: 2, ends: 1, seconds: 500 }],
        names: { referrer: [], search: [], missing: [], picture: [], ...names },
      })
    },
    async () => createElement((await import('./readers.tsx')).Screen),
    address,
  )

test('the readers page shows the totals, the last day of the chart, the table of days and the pages', async () => {
  const { page, texts } = await openReaders()
  expect(texts('dd')).toEqual(['30', '40', '25%', '2:05'])
  expect(page.find('figcaption').textContent).toContain('1 reader, 3 visits')
  expect(page.findAll('figure g')).toHaveLength(30)
  expect(page.findAll('details tbody tr')).toHaveLength(30)
  expect(texts('#readers-pages + table td')).toEqual(['2', '4', '25%', '2:05'])
})

test('after another period is chosen, no figures of the former period are shown, and the chart describes its last week', async () => {
  let released = Promise.resolve()
  const { page, check, texts } = await openReaders('/desk/readers', {}, () => released)
  expect(texts('dd')).toHaveLength(4)
  const { promise, resolve } = Promise.withResolvers<void>()
  released = promise
  await check('A year')
  expect(texts('dd')).toEqual([])
  resolve()
  await page.until(() => expect(page.findAll('figure g')).toHaveLength(53))
  expect(page.find('figcaption').textContent).toContain('7 readers, 9 visits')
})

test('the slider of the visits chart chooses the day that is described', async () => {
  const { page } = await openReaders()
  const slider = page.find('input[type=range]')
  await page.typeInto(slider, '0')
  expect(page.find('figcaption').textContent).toMatch(/1 Nov.*: 1 reader, 1 visit$/)
  expect(slider.getAttribute('aria-valuetext')).toBe(page.find('figcaption').textContent)
})

test('the readers page lists each missing page with the page that links to it, and each search that found nothing', async () => {
  const { texts } = await openReaders('/desk/readers', {
    missing: [{ name: '/gone', page: '/about', count: 3 }],
    search: [{ name: 'kettle', page: '', count: 2 }],
  })
  expect(texts('[aria-labelledby=readers-missing] tbody tr')).toEqual(['/gone from /about3'])
  expect(texts('[aria-labelledby=readers-search] tbody tr')).toEqual(['kettle2'])
  expect(texts('[aria-labelledby=readers-referrer] p')).toEqual(['No other site has led here.'])
})

test('when one page of the site is chosen, the readers page has no list of pages and no searches', async () => {
  const { page } = await openReaders('/desk/readers?page=/about&days=365')
  expect(page.document.getElementById('readers-pages')).toBeNull()
  expect(page.document.getElementById('readers-search')).toBeNull()
  expect(page.findAll('figure g')).toHaveLength(53)
})

test('the sums of visits are grouped by seven days from the last day backwards', () => {
  const days = Array.from({ length: 9 }, (_, at) => ({ day: dayOf(at), ...sums(at + 1, 1) }))
  expect(sumVisitsByDayGroup(days, 7)).toEqual([
    { day: dayOf(0), ...sums(3, 2) },
    { day: dayOf(2), ...sums(42, 7) },
  ])
  expect(sumVisitsByDayGroup([], 7)).toEqual([])
})

test('the share of visits that reach the end is formatted in percent, and the mean time of a visit in minutes and seconds', () => {
  expect(formatEndShareAndMeanTime({ visits: 3, readers: 1, ends: 1, seconds: 200 })).toEqual(['33%', '1:07'])
  expect(formatEndShareAndMeanTime(sums(0))).toEqual(['–', '–'])
})
