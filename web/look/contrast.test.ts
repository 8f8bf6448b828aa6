import { beforeEach, describe, expect, it } from 'vitest'
import { calculateContrast, computePalette } from '#contract/palette.ts'
import type { SiteHues } from '#contract/site-config.ts'
import { site } from '#site'
import { readStyles, rulesOfPalette, type StyleRule } from '../testing/styles.ts'

/* Axe checks the contrast of each screen by day (e2e/axe.ts). This test reads the style sheets and checks both themes
   at every width. Text must have one of the tokens below and must be readable on every background. A rule that sets
   both text and background must be readable by itself. Any other colour fails until it is listed here. */
const styles = (await readStyles()).filter(({ selector }) => !/@media print|@page/.test(selector))
const tokensOf = (hues: SiteHues): Record<string, string> =>
  Object.assign(
    {},
    ...[...styles, ...rulesOfPalette(computePalette(hues))]
      .filter(({ selector }) => selector === ':root')
      .map(({ declarations }) => declarations),
  )
let tokens = tokensOf(site.colours ?? {})
beforeEach(() => {
  tokens = tokensOf(site.colours ?? {})
})

type Theme = 'day' | 'night'

/** Text colours that are used on every background. */
const texts = ['ink', 'soft', 'link']
/** Text colours that express states. They are never used on the sky or on a line. */
const states = ['ahead', 'behind', 'gold']
const withoutStates = /--(sky-1|sky-2|line)\b/
/** The text colours that are used on only one background. The key of each entry is this background. */
const ownTexts: Record<string, string> = { ink: 'page', ruby: 'on-ruby', 'ruby-deep': 'on-ruby' }
/** The files whose text is always on the same background. The value of each entry is this background. */
const ownGrounds: Record<string, string> = { 'articles/code.css': 'var(--code-ground)' }

const marble = 'the letter stands on the colour in the middle of the gradient, which is checked below'
/** Rules whose colours are correct for another reason. The value of each entry is the reason. */
const exceptions: Record<string, string> = {
  'ui/button.css .avatar &[data-marble=]': marble,
  'home/run-panel.css .run-gem &[data-lit]': 'a mark without text',
  'ui/button.css .avatar': marble,
  'ui/tabs.css .tabs & > :is(a, button) &:is([aria-current], [aria-selected=])': 'the ground is a line below the words',
  'features/ordering/cart/cart.css .stepper & button &[aria-disabled=]': 'a button that is disabled needs no contrast',
  'features/ordering/cart/cart.css .stepper & button &[aria-disabled=] &:hover':
    'a button that is disabled needs no contrast',
  'site.css .theme-switch .icon &:first-child': 'an icon; the other one of the two is transparent',
  'site.css .theme-switch .icon &:last-child': 'an icon; the other one of the two is transparent',
}

/** Returns the key of a rule in `exceptions`: its file and selector, without the layer and without attribute values. */
const nameOf = ({ file, selector }: StyleRule) =>
  `${file} ${selector.replace(/^@layer \w+ /, '').replace(/='[^']*'/g, '=')}`

/** Returns a value in one theme. Tokens are replaced by hexadecimal colours. */
const inTheme = (value: string, theme: Theme): string =>
  value
    .replace(/var\(--([\w-]+)\)/g, (text, name) =>
      tokens[`--${name}`] ? inTheme(tokens[`--${name}`] ?? '', theme) : text,
    )
    .replace(/light-dark\(([^(),]+), ([^(),]+)\)/g, (_, day, night) => (theme === 'day' ? day : night))

/** Returns the opaque colours of a background. */
const solids = (ground: string) => ground.match(/#(?:[0-9a-f]{6}(?:[ef][0-9a-f])?|[0-9a-f]{3})\b/g) ?? []

/** Returns the contrast faults of a rule in one theme. */
function faultsOf(rule: StyleRule, theme: Theme): string[] {
  const { color, background, 'background-color': plain } = rule.declarations
  const text = color === 'inherit' || color === 'currentColor' ? undefined : color
  const ground = /::(before|after|backdrop)$/.test(rule.selector) ? undefined : (background ?? plain)
  const isUnder = (colour: string, under: string): string[] =>
    solids(inTheme(under, theme))
      .map((solid) => ({ solid, ratio: calculateContrast(inTheme(colour, theme), solid) }))
      .filter(({ ratio }) => ratio < 4.5)
      .map(({ solid, ratio }) => `${nameOf(rule)}: ${colour} on ${solid} by ${theme} is ${ratio.toFixed(2)} : 1`)
  const hasColours = ground !== undefined && solids(inTheme(ground, theme)).length > 0
  if (ground?.includes('var(') && !hasColours) return [`${nameOf(rule)}: ${ground} is no token of tokens.css`]
  if (text && hasColours) return isUnder(text, ground)
  if (text) {
    const token = /^var\(--([\w-]+)\)$/.exec(text)?.[1] ?? ''
    const onFile = ownGrounds[rule.file]
    if (onFile) return isUnder(text, onFile)
    const isKnown = [...texts, ...states].includes(token)
    return isKnown ? [] : [`${nameOf(rule)}: ${text} is no token for text on every ground, and its ground is not known`]
  }
  if (!ground) return []
  const own = ownTexts[/^var\(--([\w-]+)\)$/.exec(ground)?.[1] ?? '']
  if (own) return [`${nameOf(rule)}: ${ground} is a ground for ${own} alone, which is not set with it`]
  const names = withoutStates.test(ground) ? texts : [...texts, ...states]
  return names.flatMap((name) => isUnder(`var(--${name})`, ground))
}

const isException = (rule: StyleRule) => nameOf(rule) in exceptions

describe.each(['day', 'night'] as const)('by %s', (theme) => {
  it('all text of the style sheets is readable on every background that it can have', () => {
    expect(styles.length).toBeGreaterThan(1000)
    expect(styles.filter((rule) => !isException(rule)).flatMap((rule) => faultsOf(rule, theme))).toEqual([])
  })

  it.each(Array.from({ length: 24 }, (_, step) => step * 15))('all text is readable with the hue %i', (hue) => {
    tokens = tokensOf({ sky: hue, accent: hue })
    expect(styles.filter((rule) => !isException(rule)).flatMap((rule) => faultsOf(rule, theme))).toEqual([])
  })

  it('text that is used on only one background is readable on that background', () => {
    for (const [ground, text] of Object.entries(ownTexts))
      expect(
        calculateContrast(inTheme(`var(--${text})`, theme), inTheme(`var(--${ground})`, theme)),
      ).toBeGreaterThanOrEqual(4.5)
  })
})

it('the letter of an avatar is readable on the colour in the middle of its gradient', () => {
  const marbles = styles.filter((rule) => exceptions[nameOf(rule)] === marble)
  expect(marbles).toHaveLength(6)
  for (const { declarations } of marbles)
    expect(calculateContrast('#fff', solids(declarations.background ?? '')[1] ?? '')).toBeGreaterThanOrEqual(4.5)
})

it('every listed exception of the contrast check is a rule that would fail otherwise', () => {
  const failing = styles.filter((rule) => [...faultsOf(rule, 'day'), ...faultsOf(rule, 'night')].length > 0)
  expect([...new Set(failing.map(nameOf))].filter((name) => name in exceptions).sort()).toEqual(
    Object.keys(exceptions).sort(),
  )
})

describe('detects', () => {
  const planted = (declarations: Record<string, string>): StyleRule => ({ file: 'a.css', selector: '.a', declarations })
  it.each([
    ['text that is too faint by night only', { color: 'light-dark(#000, #555)', background: 'var(--page)' }, 'night'],
    ['a background on which soft text is too faint by day only', { background: 'light-dark(#b0b0b0, #0c1424)' }, 'day'],
    ['a text colour that is not a token', { color: '#777' }, 'day'],
    ['a background that is not a token', { background: 'var(--mine)' }, 'night'],
    ['a text colour for one background only, without this background', { color: 'var(--on-ruby)' }, 'day'],
    ['a background for one text colour only, without this text colour', { background: 'var(--ruby)' }, 'day'],
    ['a colour that is given by its name', { color: 'gray' }, 'day'],
  ] as const)('the contrast check detects %s', (_, declarations, theme) => {
    expect(faultsOf(planted(declarations), theme)).not.toEqual([])
  })
})

it('the background of a whole page is a colour of the palette, so that it has the hue that the site has chosen', () => {
  const grounds = styles.filter(
    ({ selector, declarations }) => /(^| )(html|body|\.page)[^ ]*$/.test(selector) && declarations.background,
  )
  expect(grounds.length).toBeGreaterThan(0)
  for (const rule of grounds) expect(rule.declarations.background, nameOf(rule)).not.toMatch(/#[0-9a-f]{3}/)
})
