import { assignEmphasisMarks, type DelimiterRun } from './markup-emphasis.ts'
import { isAllowedCommentLink, parseAutolink, parseBareUrl, parseLinkDestination } from './markup-links.ts'
import type { InlineNode } from './markup-tree.ts'
import type { WorkCounter } from './markup-work-limit.ts'

type Part =
  | { type: 'text'; text: string }
  | { type: 'node'; node: InlineNode }
  | { type: 'linkStart'; href: string }
  | { type: 'linkEnd'; typed: string }
  | DelimiterRun

/**
 * An opening bracket that may start a link. `at`: its index in the text. `part`: its index in the list of parts. `run`:
 * the number of runs before the bracket.
 */
interface Bracket {
  at: number
  part: number
  run: number
}

const plain = /[^\\`*_[\]<hw]+/iy
const escaped = /\\([!-/:-@[-`{-~])/y
const space = /\s/
const punctuation = /[\p{P}\p{S}]/u

/**
 * Parses the marks of a paragraph by the rules of CommonMark 0.31 and the bare links of GFM.
 * @param depthMax the maximum nesting of marks; deeper marks become text
 */
export function parseInline(text: string, depthMax: number, work: WorkCounter): InlineNode[] {
  const reader = new InlineReader(text, work)
  return nest(reader.read(), depthMax)
}

class InlineReader {
  readonly #text: string
  readonly #work: WorkCounter
  readonly #parts: Part[] = []
  readonly #runs: DelimiterRun[] = []
  readonly #brackets: Bracket[] = []
  readonly #backticks: BacktickRuns
  /** No bare link starts before this index: the text there belongs to an invalid address. */
  #noLinkBefore = 0

  constructor(text: string, work: WorkCounter) {
    this.#text = text
    this.#work = work
    this.#backticks = new BacktickRuns(text)
  }

  read(): Part[] {
    let at = 0
    while (at < this.#text.length) {
      const next = this.#readAt(at)
      this.#work.spend(next - at)
      at = next
    }
    assignEmphasisMarks(this.#runs, this.#work)
    return this.#parts
  }

  /** Parses the construct at an index and returns the index after it. */
  #readAt(at: number): number {
    switch (this.#text[at]) {
      case '\\': {
        const char = match(escaped, this.#text, at)?.[1]
        if (char) return this.#addText(char, at + 2)
        return this.#text[at + 1] === '\n' ? this.#addText('\n', at + 2) : this.#addText('\\', at + 1)
      }
      case '`':
        return this.#readCode(at)
      case '*':
      case '_':
        return this.#readRun(at)
      case '[':
        this.#brackets.push({ at, part: this.#parts.length, run: this.#runs.length })
        this.#parts.push({ type: 'text', text: '[' })
        return at + 1
      case ']':
        return this.#readLinkEnd(at)
      case '<': {
        const address = parseAutolink(this.#text, at)
        return address === null ? this.#addText('<', at + 1) : this.#addAddress(address, at + 1, 1)
      }
      case 'h':
      case 'H':
      case 'w':
      case 'W':
        return this.#readBareLink(at)
      default: {
        const words = match(plain, this.#text, at)?.[0] ?? ''
        return this.#addText(words, at + words.length)
      }
    }
  }

  #addText(text: string, next: number): number {
    const last = this.#parts.at(-1)
    // Keeps an open bracket in a part of its own, because the start of a link may replace this part.
    const isBracket = this.#brackets.at(-1)?.part === this.#parts.length - 1
    if (last?.type === 'text' && !isBracket) last.text += text
    else this.#parts.push({ type: 'text', text })
    return next
  }

  /** Adds a link whose text is its address. `around` is the number of angle brackets on each side. */
  #addAddress(address: string, at: number, around: 0 | 1): number {
    const next = at + address.length + around
    const href = /^www/i.test(address) ? `http://${address}` : address
    if (!isAllowedCommentLink(href)) return this.#addText(this.#text.slice(at - around, next), next)
    this.#parts.push({
      type: 'node',
      node: { type: 'link', href, bare: true, children: [{ type: 'text', text: address }] },
    })
    return next
  }

  #readCode(at: number): number {
    const length = this.#backticks.lengthAt(at)
    const end = this.#backticks.closing(length, at)
    if (end === undefined) return this.#addText('`'.repeat(length), at + length)
    const code = this.#text.slice(at + length, end).replaceAll('\n', ' ')
    const padded = code.startsWith(' ') && code.endsWith(' ') && code.trim() !== ''
    this.#parts.push({ type: 'node', node: { type: 'code', text: padded ? code.slice(1, -1) : code } })
    return end + length
  }

  #readRun(at: number): number {
    const char = this.#text[at] ?? ''
    let next = at
    while (this.#text[next] === char) next++
    const before = classOf(codePointBefore(this.#text, at))
    const after = classOf(String.fromCodePoint(this.#text.codePointAt(next) ?? 0x20))
    const leftFlanking = after !== 'space' && (after === 'letter' || before !== 'letter')
    const rightFlanking = before !== 'space' && (before === 'letter' || after !== 'letter')
    const within = char === '_'
    const run: DelimiterRun = {
      type: 'run',
      char,
      length: next - at,
      left: next - at,
      canOpen: leftFlanking && (!within || !rightFlanking || before === 'punctuation'),
      canClose: rightFlanking && (!within || !leftFlanking || after === 'punctuation'),
      closes: [],
      opens: [],
    }
    this.#parts.push(run)
    this.#runs.push(run)
    return next
  }

  #readLinkEnd(at: number): number {
    const bracket = this.#brackets.pop()
    const resource = bracket && parseLinkDestination(this.#text, at + 1, this.#work)
    if (!resource) return this.#addText(']', at + 1)
    const { href, end } = resource
    // Links cannot be nested, so no earlier bracket can start a link.
    this.#brackets.length = 0
    if (!isAllowedCommentLink(href)) {
      this.#parts.length = bracket.part
      this.#runs.length = bracket.run
      return this.#addText(this.#text.slice(bracket.at, end), end)
    }
    for (let i = bracket.part + 1; i < this.#parts.length; i++) {
      const part = this.#parts[i]
      this.#work.spend(1)
      if (part?.type === 'node' && part.node.type === 'link')
        this.#parts[i] = { type: 'text', text: wordsOf(part.node) }
    }
    assignEmphasisMarks(this.#runs.splice(bracket.run), this.#work)
    this.#parts[bracket.part] = { type: 'linkStart', href }
    this.#parts.push({ type: 'linkEnd', typed: this.#text.slice(at, end) })
    return end
  }

  #readBareLink(at: number): number {
    const found = at < this.#noLinkBefore ? null : parseBareUrl(this.#text, at, this.#brackets.length > 0, this.#work)
    if (found?.address) return this.#addAddress(found.address, at, 0)
    if (found) this.#noLinkBefore = found.noneBefore
    return this.#addText(this.#text[at] ?? '', at + 1)
  }
}

/** The runs of backticks of a text, grouped by length, so that no part of the text is searched twice. */
class BacktickRuns {
  readonly #text: string
  readonly #places = new Map<number, number[]>()

  constructor(text: string) {
    this.#text = text
    for (const { 0: run, index } of text.matchAll(/`+/g)) {
      const places = this.#places.get(run.length) ?? []
      places.push(index)
      this.#places.set(run.length, places)
    }
    // Reverses the lists, because `closing` pops the lowest index from the end.
    for (const places of this.#places.values()) places.reverse()
  }

  lengthAt(at: number): number {
    let end = at
    while (this.#text[end] === '`') end++
    return end - at
  }

  /**
   * Returns the index of the first run of exactly `length` backticks after `at`; undefined when there is none. Forgets
   * the runs up to `at`, so each later call for the same length must pass a larger `at`.
   */
  closing(length: number, at: number): number | undefined {
    const places = this.#places.get(length) ?? []
    while ((places.at(-1) ?? Number.POSITIVE_INFINITY) <= at) places.pop()
    return places.at(-1)
  }
}

/** Builds the tree from the flat list of parts. */
function nest(parts: readonly Part[], depthMax: number): InlineNode[] {
  const root: InlineNode[] = []
  /** `children` is null when a mark is nested too deeply and stays text. */
  const open: { children: InlineNode[] | null; typed: string }[] = []
  let current = root
  let depth = 0

  const addText = (text: string) => {
    for (const [i, line] of text.split('\n').entries()) {
      if (i > 0) current.push({ type: 'break' })
      const last = current.at(-1)
      if (line && last?.type === 'text') last.text += line
      else if (line) current.push({ type: 'text', text: line })
    }
  }
  const start = (node: Extract<InlineNode, { children: InlineNode[] }>, typedStart: string, typed: string) => {
    const tooDeep = depth >= depthMax
    open.push({ children: tooDeep ? null : current, typed })
    if (tooDeep) addText(typedStart)
    else {
      current.push(node)
      current = node.children
      depth++
    }
  }
  const end = (typed?: string) => {
    const last = open.pop()
    if (last?.children) {
      current = last.children
      depth--
    } else addText(typed ?? last?.typed ?? '')
  }

  for (const part of parts) {
    if (part.type === 'text') addText(part.text)
    else if (part.type === 'node') {
      if (depth < depthMax || part.node.type !== 'link') current.push(part.node)
      else addText(wordsOf(part.node))
    } else if (part.type === 'linkStart') start({ type: 'link', href: part.href, bare: false, children: [] }, '[', '')
    else if (part.type === 'linkEnd') end(part.typed)
    else {
      for (const _ of part.closes) end()
      addText(part.char.repeat(part.left))
      for (const mark of part.opens.toReversed()) {
        const typed = part.char.repeat(mark === 'strong' ? 2 : 1)
        start({ type: mark, children: [] }, typed, typed)
      }
    }
  }
  return root
}

const wordsOf = (link: Extract<InlineNode, { type: 'link' }>) =>
  link.children.map((child) => (child.type === 'text' ? child.text : '')).join('')

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

function codePointBefore(text: string, at: number): string {
  if (at === 0) return ' '
  return [...text.slice(Math.max(0, at - 2), at)].at(-1) ?? ' '
}

function classOf(char: string): 'space' | 'punctuation' | 'letter' {
  if (space.test(char)) return 'space'
  return punctuation.test(char) ? 'punctuation' : 'letter'
}
