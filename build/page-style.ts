import postcss, { type AtRule, type Rule } from 'postcss'

/**
 * Returns the rules of a style sheet that can match an element of the given pages. Each rule stays in its layer.
 * @param pages the pages, with the HTML of their bodies
 */
export function pickMatchingRules(style: string, pages: readonly { html: string }[]): string {
  const names = listNames(pages)
  const root = postcss.parse(style)
  const layers = new Set<string>()
  root.walkAtRules('layer', ({ params }) => {
    layers.add(params)
  })
  root.walkRules((rule) => {
    if (isKeyframe(rule)) return
    const kept = rule.selectors.filter((selector) => canMatch(selector, names))
    if (kept.length > 0) rule.selectors = kept
    else rule.remove()
  })
  removeEmptyBlocks(root)
  removeUnusedKeyframes(root)
  // Declares all layers in their order, so that the whole style sheet, which is loaded later, keeps this order.
  return `@layer ${[...layers].join(',')};${root}`
}

/** The layers whose rules apply to the elements of all pages (web/app.css). */
const commonLayers = ['reset', 'look']

/**
 * Replaces the characters of a style sheet that are not in ASCII by escapes. Chromium stores a style sheet with such
 * characters in two bytes for each character. Chromium then treats equal values of custom properties as different, and
 * computes the styles of all elements that inherit these properties again.
 */
export const escapeNonAsciiCss = (style: string): string =>
  style.replace(/[\u{80}-\u{10ffff}]/gu, (character) => `\\${character.codePointAt(0)?.toString(16)} `)

/** Splits a style sheet into the layers of all pages (reset and look), and all other layers. */
export function splitCommonLayers(style: string): { common: string; rest: string } {
  const rest = postcss.parse(style)
  const common = postcss.root()
  rest.walkAtRules('layer', (layer) => {
    if (commonLayers.includes(layer.params)) common.append(layer)
  })
  return { common: String(common), rest: String(rest) }
}

/**
 * Names of elements and classes that need rules but are not in the HTML of `#root`: `html`, `body`, the class that the
 * script in the head adds before the first paint, and the names that scripts use without React. These scripts draw the
 * strip of notices (web/features/notices/notice-strip.ts) and the panel of the scrolling game
 * (web/home/speedrun-panel.ts).
 */
const namesOfScripts = [
  'html',
  'body',
  '.scripts',
  'section',
  '.bar',
  '.row',
  '.foot-row',
  '.foot-text',
  '.round-button',
  '.hidden-notices',
  '.screen-only',
]

/**
 * Lists the tag names of all elements, and their classes with a dot. React writes `<` in words as `&lt;`, and
 * attributes in double quotes.
 */
function listNames(pages: readonly { html: string }[]): Set<string> {
  const names = new Set(namesOfScripts)
  for (const { html } of pages) {
    for (const [, tag = ''] of html.matchAll(/<([a-z][\w-]*)/gi)) names.add(tag.toLowerCase())
    for (const [, classes = ''] of html.matchAll(/ class="([^"]*)"/g))
      for (const name of classes.split(/\s+/)) names.add(`.${name}`)
  }
  return names
}

const isKeyframe = ({ parent }: Rule): boolean => parent?.type === 'atrule' && (parent as AtRule).name === 'keyframes'

/** Matches a function in a selector, such as `:is(…)`, whose argument contains no other function. */
const innermostFunction = /:([\w-]+)\(([^()]*)\)/

/**
 * Returns whether a selector can match elements with these names (`listNames`). Ignores attributes and states, so the
 * result can be true for a selector that matches nothing.
 */
function canMatch(selector: string, names: ReadonlySet<string>): boolean {
  let rest = selector.replace(/\[[^\]]*\]/g, '')
  for (let found = innermostFunction.exec(rest); found; found = innermostFunction.exec(rest)) {
    const [text, name, argument = ''] = found
    const isChoice = name === 'is' || name === 'where'
    if (isChoice && !argument.split(',').some((choice) => canMatch(choice, names))) return false
    rest = rest.replace(text, '')
  }
  const named = rest.replace(/::?[\w-]+/g, '').match(/\.?[a-z][\w-]*/gi) ?? []
  return named.every((name) => names.has(name.startsWith('.') ? name : name.toLowerCase()))
}

function removeEmptyBlocks(root: postcss.Root): void {
  const isEmpty = (node: postcss.Node) => 'nodes' in node && Array.isArray(node.nodes) && node.nodes.length === 0
  const remove = (container: postcss.Container) =>
    container.each((node) => {
      if (node.type === 'atrule' && node.nodes) remove(node)
      if (node.type === 'atrule' && isEmpty(node)) node.remove()
    })
  remove(root)
}

function removeUnusedKeyframes(root: postcss.Root): void {
  const used = new Set<string>()
  root.walkDecls(/^animation(-name)?$/, ({ value }) => {
    for (const word of value.split(/[\s,]+/)) used.add(word)
  })
  root.walkAtRules('keyframes', (rule) => {
    if (!used.has(rule.params)) rule.remove()
  })
}
