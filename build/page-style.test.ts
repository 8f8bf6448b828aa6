import { expect, test } from 'vitest'
import { escapeNonAsciiCss, pickMatchingRules, splitCommonLayers } from './page-style.ts'

const pages = [{ html: '<main class="page wide"><p class="lead">A</p></main>' }, { html: '<i>B</i>' }]
const pick = (style: string) => pickMatchingRules(style, pages)

test.each([
  '.lead{color:red}',
  'p.lead:hover,p.lead::before{color:red}',
  'main[data-open] .lead{color:red}',
  'html.scripts body .wide>P{color:red}',
  ':is(.gone,.lead):not(.gone):focus-visible{color:red}',
  'p:not(:is(.gone,:hover)){color:red}',
  '*{margin:0}',
  '[hidden]{display:none}',
  'i{color:red}',
  '@font-face{font-family:A}',
  '@media print{.lead{color:red}}',
  '@keyframes turn{0%{rotate:0}}.lead{animation:1s turn}',
])('keeps the rule %s, which can match an element of the pages', (style) => {
  expect(pick(style)).toBe(`@layer ;${style}`)
})

test.each([
  '.gone{color:red}',
  '.lead .gone:hover{color:red}',
  'p .menu,b{color:red}',
  ':is(.gone,.menu) .lead{color:red}',
  '@media print{.gone{color:red}@supports (color:red){.gone{color:red}}}',
  '@keyframes turn{0%{rotate:0}}.gone{animation:1s turn}',
])('leaves out the rule %s, which matches no element of the pages', (style) => {
  expect(pick(style)).toBe('@layer ;')
})

test('leaves out only those selectors of a rule that match nothing, and keeps the order of the layers', () => {
  const style = '@layer reset{.gone{color:red}}@layer look{.lead,.gone{color:red}}'
  expect(pick(style)).toBe('@layer reset,look;@layer look{.lead{color:red}}')
})

test('splits a style sheet into the layers that all pages share and the other layers', () => {
  const [reset, look] = ['@layer reset{p{margin:0}}', '@layer look{@font-face{font-family:A}h1{margin:0}}']
  const [parts, print] = ['@layer parts{.lead{margin:0}}', '@layer print{.lead{color:red}}']
  expect(splitCommonLayers(reset + look + parts + print)).toEqual({ common: reset + look, rest: parts + print })
})

test('writes characters that are not in ASCII as escapes', () => {
  expect(escapeNonAsciiCss('ins{content:"−1" / "🥖"}')).toBe('ins{content:"\\2212 1" / "\\1f956 "}')
})
