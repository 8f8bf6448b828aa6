import type { MouseEvent } from 'react'
import type { Tool } from '#contract/tools.ts'
import { Icon } from '../../../ui/icon.tsx'
import { OutsideLink } from '../../../ui/outside-link.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'

interface ToolRowProps {
  tool: Tool
  first: boolean
  last: boolean
  busy: boolean
  /** @param button the pressed button */
  onMove: (by: 1 | -1, button: HTMLElement) => void
  onChange: () => void
  onRemove: () => void
}

/** A tool with its actions. At the ends of the list, the move buttons are disabled but stay, so that they keep the focus. */
export function ToolRow({ tool: { name, url }, first, last, busy, onMove, onChange, onRemove }: ToolRowProps) {
  const move = (by: 1 | -1, possible: boolean) => (event: MouseEvent<HTMLButtonElement>) => {
    if (possible) onMove(by, event.currentTarget)
  }
  return (
    <div className="row desk-tool">
      <span className="row-words">
        <b>{name}</b>
        {url.startsWith('/') ? <a href={url}>{url}</a> : <OutsideLink href={url}>{url}</OutsideLink>}
      </span>
      <span className="buttons">
        <button
          type="button"
          className="round-button turn-up"
          aria-label={`Move ${name} up`}
          aria-disabled={first || busy}
          onClick={move(-1, !first)}
        >
          <Icon name="arrow" />
        </button>
        <button
          type="button"
          className="round-button turn-down"
          aria-label={`Move ${name} down`}
          aria-disabled={last || busy}
          onClick={move(1, !last)}
        >
          <Icon name="arrow" />
        </button>
        <QuietButton className="quiet-button desk-change" aria-label={`Change ${name}`} onClick={onChange}>
          Change
        </QuietButton>
        <QuietButton aria-label={`Remove ${name}`} busy={busy} onClick={onRemove}>
          Remove
        </QuietButton>
      </span>
    </div>
  )
}
