import { type RefObject, useEffect, useRef, useState } from 'react'
import { isTyping } from '../../../device/is-typing.ts'
import { storage } from '../../../device/storage.ts'

/** 'off' when single keys shall do nothing (WCAG 2.1.4). */
const STORED = 'moderationKeys'

const keys = [
  ['j', 'the next comment'],
  ['k', 'the one before'],
  ['a', 'approve, or keep what was reported'],
  ['h', 'hide'],
  ['b', 'ban its author, after a question'],
  ['u', 'undo the last step'],
  ['?', 'these words'],
] as const

/** Whether single keys do something, as the moderator has chosen in this browser. */
export function useKeysSwitch(): [on: boolean, turn: (on: boolean) => void] {
  const [on, set] = useState(true)
  useEffect(() => set(storage.get(STORED) !== 'off'), [])
  const turn = (on: boolean) => {
    if (on) storage.remove(STORED)
    else storage.set(STORED, 'off')
    set(on)
  }
  return [on, turn]
}

interface QueueKeys {
  on: boolean
  /** Goes to another comment, so many further down. */
  move: (by: 1 | -1) => void
  /** The element of the comment that the moderator is at. */
  current: () => Element | null
}

/**
 * The keys of the queue: j and k go through it, ? opens the words about them, and any other presses the button of the
 * comment at hand, or the one to undo, that says it has that key (aria-keyshortcuts). The arrow keys go through the
 * queue from a comment that has the focus, whether single keys are on or not.
 * @returns for the element that holds the words
 */
export function useQueueKeys({ on, move, current }: QueueKeys): RefObject<HTMLDetailsElement | null> {
  const help = useRef<HTMLDetailsElement>(null)
  const latest = useRef({ on, move, current })
  latest.current = { on, move, current }

  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const { on, move, current } = latest.current
      const { key, target } = event
      const changed = event.ctrlKey || event.metaKey || event.altKey || (event.shiftKey && key !== '?')
      if (changed || event.defaultPrevented || event.isComposing || isTyping(target) || isCovered()) return
      const arrow = target === current() && { ArrowDown: 1 as const, ArrowUp: -1 as const }[key]
      const step = arrow || (on && { j: 1 as const, k: -1 as const }[key])
      if (step) {
        event.preventDefault()
        move(step)
      } else if (on && !event.repeat && key === '?' && help.current) {
        help.current.open = !help.current.open
        help.current.querySelector('summary')?.focus()
      } else if (on && !event.repeat && /^[a-z]$/.test(key)) {
        const button = `[aria-keyshortcuts="${key}"]`
        const found = current()?.querySelector<HTMLElement>(button) ?? document.querySelector(`.outcome ${button}`)
        if (found instanceof HTMLElement) {
          event.preventDefault()
          found.click()
        }
      }
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [])

  return help
}

/** Whether something lies over the page, such as the menu or the search. */
const isCovered = () => document.querySelector(':popover-open, dialog[open]') !== null

interface KeysHelpProps {
  on: boolean
  turn: (on: boolean) => void
  help: RefObject<HTMLDetailsElement | null>
}

/** Which key does what, and the switch for them. */
export function KeysHelp({ on, turn, help }: KeysHelpProps) {
  return (
    <details className="card desk-keys" ref={help}>
      <summary>Keys</summary>
      <dl className="stack facts" data-gap="small">
        {keys.map(([key, words]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <p className="soft">The arrow keys go on from a comment that has the focus.</p>
      <label className="check-line">
        <input type="checkbox" checked={on} onChange={(event) => turn(event.target.checked)} />
        <span>Single keys do this</span>
      </label>
    </details>
  )
}
