import { type CompileContext, type Extension, fromMarkdown, type Token } from 'mdast-util-from-markdown'
import { gfmAutolinkLiteral } from 'micromark-extension-gfm-autolink-literal'

import { MARKUP_DEPTH_MAX } from '../comment-markup.ts'
import { isAllowedCommentLink } from '../markup-links.ts'
import type { BlockNode, InlineNode } from '../markup-tree.ts'

/** Constructs of Markdown that are switched off, so that they stay plain text. */
const unread = [
  'htmlFlow',
  'htmlText',
  'headingAtx',
  'setextUnderline',
  'definition',
  'labelStartImage',
  'codeIndented',
  'characterReference',
  'emailAutolink',
]

const syntax = [gfmAutolinkLiteral(), { disable: { null: unread } }]

/**
 * Turns bare addresses into links as mdast-util-gfm-autolink-literal does, without its second pass over the tree, which
 * recurses into each level of nesting.
 */
const bareLinks: Extension = {
  enter: {
    literalAutolink(token) {
      this.enter({ type: 'link', title: null, url: '', children: [] }, token)
    },
    literalAutolinkHttp: enterAddress,
    literalAutolinkWww: enterAddress,
  },
  exit: {
    literalAutolink(token) {
      this.exit(token)
    },
    literalAutolinkHttp(token) {
      this.config.exit.autolinkProtocol?.call(this, token)
    },
    literalAutolinkWww(token) {
      this.config.exit.data?.call(this, token)
      const link = this.stack.at(-1)
      if (link?.type === 'link') link.url = `http://${this.sliceSerialize(token)}`
    },
  },
}

function enterAddress(this: CompileContext, token: Token): undefined {
  this.config.enter.autolinkProtocol?.call(this, token)
}

type Node = ReturnType<typeof fromMarkdown>['children'][number]

/**
 * Parses a comment with micromark, as a reference for the site's own parser. For some comments, the time grows faster
 * than their length.
 */
export function parseWithMicromark(source: string): BlockNode[] {
  const reader = new Reader(source)
  const { children } = fromMarkdown(source, { extensions: syntax, mdastExtensions: [bareLinks] })
  return children.flatMap((node) => reader.block(node, 1))
}

class Reader {
  readonly #source: string

  constructor(source: string) {
    this.#source = source
  }

  block(node: Node, depth: number): BlockNode[] {
    if (depth > MARKUP_DEPTH_MAX) return [{ type: 'paragraph', children: lines(this.#typed(node)) }]
    const within = (nodes: readonly Node[]) => nodes.flatMap((child) => this.block(child, depth + 1))
    switch (node.type) {
      case 'paragraph':
        return [{ type: 'paragraph', children: node.children.flatMap((child) => this.#inline(child, 1)) }]
      case 'code':
        return [{ type: 'codeBlock', text: node.value }]
      case 'blockquote':
        return [{ type: 'quote', children: within(node.children) }]
      case 'list': {
        const items = node.children.map((item) => within(item.children))
        return [{ type: 'list', ordered: node.ordered === true, start: node.start ?? 1, items }]
      }
      default:
        return [{ type: 'paragraph', children: lines(this.#typed(node)) }]
    }
  }

  #inline(node: Node, depth: number): InlineNode[] {
    if (depth > MARKUP_DEPTH_MAX) return lines(this.#typed(node))
    const within = (nodes: readonly Node[]) => nodes.flatMap((child) => this.#inline(child, depth + 1))
    switch (node.type) {
      case 'text':
        return lines(node.value)
      case 'break':
        return [{ type: 'break' }]
      case 'inlineCode':
        return [{ type: 'code', text: node.value }]
      case 'strong':
      case 'emphasis':
        return [{ type: node.type, children: within(node.children) }]
      case 'link': {
        if (!isAllowedCommentLink(node.url)) return lines(this.#typed(node))
        const [label, ...more] = node.children
        const words = label?.type === 'text' && more.length === 0 ? label.value : null
        const bare = words !== null && (words === node.url || `http://${words}` === node.url)
        return [{ type: 'link', href: node.url, bare, children: within(node.children) }]
      }
      default:
        return lines(this.#typed(node))
    }
  }

  /** Returns the source text of a node. */
  #typed({ position }: Node): string {
    return this.#source.slice(position?.start.offset, position?.end.offset)
  }
}

/** Converts a text into text nodes, with a break node between two lines. */
function lines(text: string): InlineNode[] {
  return text
    .split(/\r\n?|\n/)
    .flatMap((line): InlineNode[] => [{ type: 'break' }, ...(line ? [{ type: 'text' as const, text: line }] : [])])
    .slice(1)
}
