import { expect, test } from 'vitest'
import { calculateScrollTop, findSectionPositionOfLine } from './scroll-place.ts'

const text = [
  '---',
  'title: x',
  '## no heading',
  '---',
  '',
  'Words.',
  '',
  '## One',
  '',
  '```md',
  '## no heading',
  '```',
  '',
  '### Two',
  '',
]
const source = text.join('\n')

test.each([
  [1, { headings: 0, share: 0 }],
  [8, { headings: 1, share: 0 }],
  [11, { headings: 1, share: 0.5 }],
  [14, { headings: 2, share: 0 }],
  [15, { headings: 2, share: 0.5 }],
])('the scroll place of line %i counts only headings outside code and front matter', (line, place) => {
  expect(findSectionPositionOfLine(source, line)).toEqual(place)
})

test('a scroll place has the same relative position between the headings of the rendered article as in the source', () => {
  const tops = [400, 1_000]
  expect(calculateScrollTop({ headings: 0, share: 0.5 }, tops, 2_000)).toBe(200)
  expect(calculateScrollTop({ headings: 1, share: 0.25 }, tops, 2_000)).toBe(550)
  expect(calculateScrollTop({ headings: 2, share: 1 }, tops, 2_000)).toBe(2_000)
  expect(calculateScrollTop({ headings: 3, share: 0 }, tops, 2_000)).toBe(2_000)
})
