import { useEffect, useState } from 'react'
import { COPY_FEEDBACK_MS } from '#contract/limits.ts'
import { copyText } from '../device/copy-text.ts'

const labels = { ready: 'Copy', copied: 'Copied!', failed: 'Press Ctrl+C to copy' }

/** Copies a code block and shows the result for 5 s (S2.53). When the browser refuses to copy, the code is selected. */
export function CopyButton({ code }: { code: () => HTMLElement | null }) {
  const [state, setState] = useState<keyof typeof labels>('ready')

  useEffect(() => {
    if (state === 'ready') return
    const timer = setTimeout(() => setState('ready'), COPY_FEEDBACK_MS)
    return () => clearTimeout(timer)
  }, [state])

  async function copy() {
    const element = code()
    if (!element) return
    const isCopied = await copyText(readCode(element))
    if (!isCopied) getSelection()?.selectAllChildren(element)
    setState(isCopied ? 'copied' : 'failed')
  }

  return (
    <button type="button" className="copy-button needs-scripts" onClick={copy}>
      <span aria-live="polite">{labels[state]}</span>
    </button>
  )
}

/** Returns the code without lines that are marked as removed, because readers want to paste the new version. */
function readCode(element: HTMLElement): string {
  const copy = element.cloneNode(true) as HTMLElement
  for (const line of copy.querySelectorAll('del')) line.remove()
  return copy.textContent
}
