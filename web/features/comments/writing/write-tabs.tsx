import type { KeyboardEvent } from 'react'

interface WriteTabsProps {
  id: string
  looking: boolean
  onLook: (looking: boolean) => void
}

/** Write or Preview, by pointer or by the arrow keys. */
export function WriteTabs({ id, looking, onLook }: WriteTabsProps) {
  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const to = { ArrowLeft: !looking, ArrowRight: !looking, Home: false, End: true }[event.key]
    if (to === undefined) return
    event.preventDefault()
    onLook(to)
    document.getElementById(tabId(to))?.focus()
  }
  const tabId = (preview: boolean) => `${id}-${preview ? 'preview' : 'write'}-tab`
  const tab = (preview: boolean, words: string) => (
    <button
      type="button"
      role="tab"
      id={tabId(preview)}
      aria-selected={looking === preview}
      aria-controls={`${id}-${preview ? 'preview' : 'write'}`}
      tabIndex={looking === preview ? 0 : -1}
      onClick={() => onLook(preview)}
    >
      {words}
    </button>
  )
  return (
    <div className="tabs" role="tablist" aria-label="Write or preview" onKeyDown={onKeyDown}>
      {tab(false, 'Write')}
      {tab(true, 'Preview')}
    </div>
  )
}
