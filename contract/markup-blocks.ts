import { MarkupLineCursor } from './markup-line.ts'
import type { BlockNode, InlineNode } from './markup-tree.ts'
import type { WorkCounter } from './markup-work-limit.ts'

type List = Extract<BlockNode, { type: 'list' }>

/**
 * A quote or list item that the next line may continue. `indent`: the number of columns by which the item's lines are
 * indented.
 */
type Container = { type: 'quote'; children: BlockNode[] } | { type: 'item'; children: BlockNode[]; indent: number }

/** A paragraph or code block that the next line may continue. */
type Leaf =
  | { type: 'paragraph'; into: BlockNode[]; lines: string[] }
  | { type: 'code'; into: BlockNode[]; lines: string[]; fence: string; indent: number }

const fenceStart = /^(`{3,})[^`]*$|^(~{3,})/
const bullet = /^[-+*](?=[ \t]|$)/
const number = /^(\d{1,9})([.)])(?=[ \t]|$)/

/**
 * Parses quotes, lists, code blocks and paragraphs by the rules of CommonMark 0.31, but allows any indentation before
 * each block.
 * @param depthMax the maximum nesting of quotes and lists; deeper marks become text
 * @param readParagraph parses the text of a paragraph; `depth` is the number of quotes and lists around it
 */
export function parseBlocks(
  source: string,
  depthMax: number,
  work: WorkCounter,
  readParagraph: (text: string, depth: number) => InlineNode[],
): BlockNode[] {
  const reader = new BlockReader(depthMax, work, readParagraph)
  for (const line of source.split(/\r\n?|\n/)) reader.readLine(new MarkupLineCursor(line))
  return reader.end()
}

class BlockReader {
  readonly #root: BlockNode[] = []
  readonly #depthMax: number
  readonly #work: WorkCounter
  readonly #readParagraph: (text: string, depth: number) => InlineNode[]
  readonly #open: Container[] = []
  /** The marker of each list. A different marker starts a new list. */
  readonly #markers = new WeakMap<List, string>()
  #leaf: Leaf | null = null

  constructor(depthMax: number, work: WorkCounter, readParagraph: (text: string, depth: number) => InlineNode[]) {
    this.#depthMax = depthMax
    this.#work = work
    this.#readParagraph = readParagraph
  }

  readLine(line: MarkupLineCursor): void {
    this.#work.spend(1 + line.length)
    let matched = 0
    while (matched < this.#open.length && this.#goesOn(this.#open[matched], line)) matched++
    const all = matched === this.#open.length
    if (all && this.#leaf?.type === 'code') this.#readCode(this.#leaf, line)
    else if (line.isBlank()) this.#closeTo(matched)
    else this.#readWords(line, matched, all)
  }

  end(): BlockNode[] {
    this.#endLeaf()
    return this.#root
  }

  #readWords(line: MarkupLineCursor, matched: number, all: boolean): void {
    this.#beginBlocks(line, matched, all)
    if (line.isBlank()) return
    // Continues an open paragraph even when the line lacks the quote mark or the item's indentation.
    const words = line.rest().trimEnd()
    if (this.#leaf?.type === 'paragraph') this.#leaf.lines.push(words)
    else this.#leaf = { type: 'paragraph', into: this.#children(), lines: [words] }
  }

  #goesOn(container: Container | undefined, line: MarkupLineCursor): boolean {
    this.#work.spend(1)
    if (container?.type === 'quote') return line.takeQuote()
    if (!container) return false
    // An item without text on its first line ends when its second line is blank, too.
    if (line.isBlank()) return container.children.length > 0 || this.#leaf !== null
    return line.takeIndentOf(container.indent)
  }

  /** Opens the quotes, list items and code blocks that start on the line. Adds a thematic break as text. */
  #beginBlocks(line: MarkupLineCursor, matched: number, all: boolean): void {
    let begun = false
    const begin = () => {
      this.#endLeaf()
      if (!begun) this.#open.length = matched
      begun = true
    }
    while (!line.isBlank()) {
      const indent = line.takeIndent()
      const rest = line.rest()
      this.#work.spend(indent + rest.length)
      const fence = fenceStart.exec(rest)
      if (fence) {
        begin()
        this.#leaf = { type: 'code', into: this.#children(), lines: [], fence: fence[1] ?? fence[2] ?? '', indent }
        line.take(rest.length)
        return
      }
      if (isRule(rest)) {
        begin()
        this.#children().push({ type: 'paragraph', children: [{ type: 'text', text: rest.trim() }] })
        line.take(rest.length)
        return
      }
      if ((begun ? this.#open.length : matched) < this.#depthMax) {
        const interrupts = !begun && all && this.#leaf?.type === 'paragraph'
        if (this.#beginQuote(line, begin) || this.#beginItem(line, indent, rest, interrupts, begin)) continue
      }
      // A line without the mark or indentation of an open quote or item can only continue a paragraph. Without an open
      // paragraph, the quote or item ends here.
      if (!begun && this.#leaf?.type !== 'paragraph') begin()
      return
    }
  }

  #beginQuote(line: MarkupLineCursor, begin: () => void): boolean {
    if (!line.takeQuote()) return false
    begin()
    const children: BlockNode[] = []
    this.#children().push({ type: 'quote', children })
    this.#open.push({ type: 'quote', children })
    return true
  }

  #beginItem(line: MarkupLineCursor, indent: number, rest: string, interrupts: boolean, begin: () => void): boolean {
    const ordered = number.exec(rest)
    const [sign] = ordered ?? bullet.exec(rest) ?? []
    if (sign === undefined) return false
    const start = ordered ? Number(ordered[1]) : 1
    if (interrupts && (start !== 1 || rest.trim() === sign)) return false
    begin()
    line.take(sign.length)
    const blanks = line.isBlank() ? 1 : line.takeIndent()
    const marker = ordered?.[2] ?? sign
    const siblings = this.#children()
    const last = siblings.at(-1)
    const list: List =
      last?.type === 'list' && this.#markers.get(last) === marker
        ? last
        : { type: 'list', ordered: ordered !== null, start, items: [] }
    if (list !== last) siblings.push(list)
    this.#markers.set(list, marker)
    const children: BlockNode[] = []
    list.items.push(children)
    this.#open.push({ type: 'item', children, indent: indent + sign.length + blanks })
    return true
  }

  #readCode(leaf: Extract<Leaf, { type: 'code' }>, line: MarkupLineCursor): void {
    const words = line.rest().trim()
    const closes = words.length >= leaf.fence.length && words === (leaf.fence[0] ?? '').repeat(words.length)
    if (closes) {
      this.#endLeaf()
      return
    }
    line.takeIndent(leaf.indent)
    leaf.lines.push(line.rest())
  }

  #children(): BlockNode[] {
    return this.#open.at(-1)?.children ?? this.#root
  }

  #closeTo(depth: number): void {
    this.#endLeaf()
    this.#open.length = depth
  }

  #endLeaf(): void {
    const leaf = this.#leaf
    this.#leaf = null
    if (leaf?.type === 'code') leaf.into.push({ type: 'codeBlock', text: leaf.lines.join('\n') })
    else if (leaf) {
      leaf.into.push({ type: 'paragraph', children: this.#readParagraph(leaf.lines.join('\n'), this.#open.length) })
    }
  }
}

/**
 * Returns whether a line is a thematic break: three or more equal characters and otherwise only blanks (CommonMark
 * 4.1).
 */
function isRule(text: string): boolean {
  const signs = text.replaceAll(/[ \t]/g, '')
  return signs.length >= 3 && '*-_'.includes(signs[0] ?? ' ') && signs === (signs[0] ?? '').repeat(signs.length)
}
