import { type ReactNode, useRef } from 'react'
import { CopyButton } from './copy-button.tsx'

interface CodeBlockProps {
  /** The title above the code: the title that the author wrote, or else the name of the language from the build. */
  title?: ReactNode
  /** Shows a Copy button. */
  copyable?: boolean
  children?: ReactNode
}

/** The dark panel of a code block, with its Copy button (S2.12, S2.53). */
export function CodeBlock({ title, copyable = true, children }: CodeBlockProps) {
  const code = useRef<HTMLPreElement>(null)
  return (
    <div className="code-block">
      <div className="bar code-bar">
        <p>{title}</p>
        {copyable && <CopyButton code={() => code.current} />}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard. */}
      <pre ref={code} tabIndex={0}>
        {children}
      </pre>
    </div>
  )
}
