import { useRef } from 'react'
import { CopyButton } from './copy-button.tsx'

/**
 * A command or the text of a file, with a button that copies it.
 * @param title says where the text is used, such as the name of the file
 */
export function CopyableCode({ title, text }: { title: string; text: string }) {
  const code = useRef<HTMLPreElement>(null)
  return (
    <div className="code-block">
      <div className="bar code-bar">
        <p>{title}</p>
        <CopyButton code={() => code.current} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard. */}
      <pre ref={code} tabIndex={0}>
        <code>{text}</code>
      </pre>
    </div>
  )
}
