import { Fragment, type ReactNode, useMemo } from 'react'
import { parseMarkup } from '#contract/comment-markup.ts'
import type { BlockNode, InlineNode } from '#contract/markup-tree.ts'
import './comment-markup.css'

/** Renders a reader's text with the markup that comments may contain. All other text is shown as it was typed. */
export function CommentMarkup({ source }: { source: string }) {
  const shown = useMemo(() => keyed(parseMarkup(source), showBlock), [source])
  return (
    <div className="markup" dir="auto">
      {shown}
    </div>
  )
}

/** The parts of a comment have no ids, so each key is an index. */
const keyed = <T,>(parts: T[], show: (part: T) => ReactNode) =>
  parts.map((part, i) => <Fragment key={i}>{show(part)}</Fragment>)

function showBlock(block: BlockNode): ReactNode {
  switch (block.type) {
    case 'paragraph':
      return <p>{keyed(block.children, showInline)}</p>
    case 'codeBlock':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard.
        <pre tabIndex={0}>
          <code>{block.text}</code>
        </pre>
      )
    case 'quote':
      return <blockquote>{keyed(block.children, showBlock)}</blockquote>
    case 'list': {
      const items = keyed(block.items, (item) => <li>{keyed(item, showBlock)}</li>)
      return block.ordered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>
    }
  }
}

function showInline(part: InlineNode): ReactNode {
  switch (part.type) {
    case 'text':
      return part.text
    case 'break':
      return <br />
    case 'code':
      return <code>{part.text}</code>
    case 'strong':
      return <strong>{keyed(part.children, showInline)}</strong>
    case 'emphasis':
      return <em>{keyed(part.children, showInline)}</em>
    case 'link':
      return <Outward {...part} />
  }
}

/**
 * A link in a reader's text. The host of its target is shown beside the link text, so that the text cannot disguise the
 * target.
 */
function Outward({ href, bare, children }: Extract<InlineNode, { type: 'link' }>) {
  const host = bare || !URL.canParse(href) ? null : new URL(href).host
  return (
    <>
      <a href={href} title={href} rel="nofollow ugc noopener">
        {keyed(children, showInline)}
      </a>
      {host && <span className="markup-host"> ({host})</span>}
    </>
  )
}
