import { beforeEach, expect, test, vi } from 'vitest'
import { installFakePage } from '../testing/render.ts'
import { markNewArticles } from './new-articles.ts'

let page: ReturnType<typeof installFakePage>
beforeEach(() => {
  page = installFakePage(() => new Response())
  page.document.body.innerHTML = ['2025-03-01', '2025-03-10', '2025-03-11']
    .map((date) => `<p data-published="${date}"></p>`)
    .join('')
})

/** Visits the page on a day. @returns the dates of the articles that are marked as new */
function visit(day: string): (string | undefined)[] {
  vi.setSystemTime(`${day}T12:00:00Z`)
  markNewArticles()
  return [...page.document.querySelectorAll<HTMLElement>('[data-new]')].map(({ dataset }) => dataset.published)
}

test('the first visit marks no article as new, and only its date is stored', () => {
  expect(visit('2025-03-10')).toEqual([])
  expect(visit('2025-03-10')).toEqual([])
  expect(page.stored.get('visits')).toBe(' 2025-03-10')
})

test('all visits of a later day mark the articles that were published on the day of the previous visit or later', () => {
  visit('2025-03-10')
  expect(visit('2025-03-12')).toEqual(['2025-03-10', '2025-03-11'])
  expect(visit('2025-03-12')).toEqual(['2025-03-10', '2025-03-11'])
  expect(page.stored.get('visits')).toBe('2025-03-10 2025-03-12')
})

test('a visit on the next day removes the marks when no article was published since', () => {
  visit('2025-03-10')
  visit('2025-03-12')
  expect(visit('2025-03-13')).toEqual([])
})

test.each(['', 'x', '{"a":1}', '2025-03-12'])(
  'invalid stored days of visits, “%s”, are ignored, and the day of the present visit is stored',
  (text) => {
    page.stored.set('visits', text)
    expect(() => visit('2025-03-12')).not.toThrow()
    expect(page.stored.get('visits')).toMatch(/ 2025-03-12$/)
  },
)
