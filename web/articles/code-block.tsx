import { isValidElement, type ReactNode, useRef } from 'react'
import { CopyButton } from '../ui/copy-button.tsx'

/** Display names for the languages of fenced code. */
const languageNames: Record<string, string> = {
  bash: 'Shell',
  csharp: 'C#',
  ini: 'Settings',
  json: 'JSON',
  powershell: 'PowerShell',
  xml: 'XML',
}

interface CodeBlockProps {
  /** The title above the code; by default the name of the language. */
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
      <div className="code-bar">
        <p>{title ?? languageNames[languageOf(children)] ?? 'Text'}</p>
        {copyable && <CopyButton code={() => code.current} />}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard. */}
      <pre ref={code} tabIndex={0}>
        {children}
      </pre>
    </div>
  )
}

/** Markdown puts the language of a block into the class of its `code`. */
function languageOf(code: ReactNode): string {
  if (!isValidElement<{ className?: string }>(code)) return ''
  return code.props.className?.replace('language-', '') ?? ''
}
