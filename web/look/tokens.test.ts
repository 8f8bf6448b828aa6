import { describe, expect, it } from 'vitest'
import { contrast } from '../testing/styles.ts'
import { tileColours } from './subjects.ts'

// Vitest empties style sheets that a test imports, so the test reads this file from the disk. The project web has no
// types of Node.
const disk = 'node:fs/promises'
const { readFile }: { readFile(file: URL, encoding: 'utf8'): Promise<string> } = await import(/* @vite-ignore */ disk)
const css = await readFile(new URL('./tokens.css', import.meta.url), 'utf8')

const token = (name: string, theme: 'day' | 'night'): string => {
  const pair = css.match(new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`))
  const alone = css.match(new RegExp(`--${name}: (#\\w+);`))
  const value = pair ? pair[theme === 'day' ? 1 : 2] : alone?.[1]
  if (!value) throw new Error(`no token --${name}`)
  return value
}

describe.each(['day', 'night'] as const)('contrast by %s', (theme) => {
  const grounds = ['sky-1', 'sky-2', 'page', 'raised']
  it.each(['ink', 'soft', 'link'])('text in the colour %s is readable on every background', (name) => {
    for (const ground of grounds)
      expect(contrast(token(name, theme), token(ground, theme)), `${name} on ${ground}`).toBeGreaterThanOrEqual(4.5)
  })

  it.each(['ahead', 'behind', 'gold'])('text in the colour %s is readable on the page and on panels', (name) => {
    for (const ground of ['page', 'raised'])
      expect(contrast(token(name, theme), token(ground, theme)), `${name} on ${ground}`).toBeGreaterThanOrEqual(4.5)
  })

  it('white text is readable on both ruby colours', () => {
    for (const ruby of ['ruby', 'ruby-deep'])
      expect(contrast(token('on-ruby', theme), token(ruby, theme))).toBeGreaterThanOrEqual(4.5)
  })

  it('the edge of a control and the focus ring have enough contrast with the background', () => {
    for (const ground of ['page', 'raised', 'sky-2'])
      for (const name of ['control', 'focus'])
        expect(contrast(token(name, theme), token(ground, theme)), `${name} on ${ground}`).toBeGreaterThanOrEqual(3)
  })
})

it.each(Object.entries(tileColours))(
  'the subject %s has the same tile colours in CSS as in subjects.ts',
  (subject, { a, b }) => {
    const rule = css.match(new RegExp(`\\[data-subject='${subject}'\\] \\{([^}]*)\\}`))?.[1]
    expect(rule).toContain(`--tile-a: ${a};`)
    expect(rule).toContain(`--tile-b: ${b};`)
  },
)
