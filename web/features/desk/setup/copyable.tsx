import { useRef } from 'react'
import { CopyButton } from '../../../ui/copy-button.tsx'

/**
 * A command or the text of a file, with a button that copies it.
 * @param title where the text belongs
 */
export function Copyable({ title, text }: { title: string; text: string }) {
  const code = useRef<HTMLPreElement>(null)
  return (
    <div className="code-block">
      <div className="code-bar">
        <p>{title}</p>
        <CopyButton code={() => code.current} />
      </div>
      <pre ref={code}>
        <code>{text}</code>
      </pre>
    </div>
  )
}
