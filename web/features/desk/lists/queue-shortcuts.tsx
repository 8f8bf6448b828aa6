import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isTyping } from '../../../device/is-typing.ts'
import { listen } from '../../../device/listen.ts'
import { storage } from '../../../device/storage.ts'
import { FactList } from '../../../ui/fact-list.tsx'
import { LabelledCheckbox } from '../../../ui/form/labelled-checkbox.tsx'
import type { CurrentItem } from './use-current-item.ts'

/** The storage key whose value is 'off' while single-key shortcuts are turned off (WCAG 2.1.4). */
const STORAGE_KEY = 'moderationKeys'

/**
 * The keyboard shortcuts of a queue, such as the moderation queue. The keys j and k move through the queue, and ? opens
 * the help. Any other letter presses the button whose aria-keyshortcuts names it: a button of the current item, of the
 * chosen items or of Undo. When an item is focused, the arrow keys move through the queue even when single keys are
 * off.
 * @param ids the ids of the items, in the order of the queue
 * @returns whether single keys are on in this browser, a function that turns them on or off, and the ref of the help
 */
export function useQueueShortcuts(ids: readonly string[], { current, goTo, find }: CurrentItem) {
  const [on, setOn] = useState(true)
  useEffect(() => setOn(storage.get(STORAGE_KEY) !== 'off'), [])
  const turn = (on: boolean) => {
    if (on) storage.remove(STORAGE_KEY)
    else storage.set(STORAGE_KEY, 'off')
    setOn(on)
  }
  const help = useRef<HTMLDetailsElement>(null)
  /** Makes the next (1) or previous (-1) item current. */
  const move = (by: 1 | -1) => {
    const at = ids.indexOf(current ?? '')
    const next = ids[at === -1 ? 0 : at + by]
    if (next !== undefined) goTo(next)
  }
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event
    const changed = event.ctrlKey || event.metaKey || event.altKey || (event.shiftKey && key !== '?')
    if (changed || event.defaultPrevented || isTyping(target) || isCovered()) return
    const arrow = target === find() && { ArrowDown: 1 as const, ArrowUp: -1 as const }[key]
    const step = arrow || (on && { j: 1 as const, k: -1 as const }[key])
    if (step) {
      event.preventDefault()
      move(step)
    } else if (on && !event.repeat && key === '?' && help.current) {
      help.current.open = !help.current.open
      help.current.querySelector('summary')?.focus()
    } else if (on && !event.repeat && /^[a-z]$/.test(key)) {
      const button = `[aria-keyshortcuts="${key}"]`
      const found =
        find()?.querySelector<HTMLElement>(button) ?? document.querySelector(`:is(.queue-choice, .outcome) ${button}`)
      if (found instanceof HTMLElement) {
        event.preventDefault()
        found.click()
      }
    }
  })

  useEffect(() => listen(document, 'keydown', pressed), [])

  return { on, turn, help }
}

/** Returns whether a popover or dialog covers the page. */
const isCovered = () => document.querySelector(':popover-open, dialog[open]') !== null

interface ShortcutHelpProps extends ReturnType<typeof useQueueShortcuts> {
  /** The keys of this queue and their effects, without the keys for moving, Undo and the help. */
  keys: readonly (readonly [key: string, effect: string])[]
}

/** Lists the shortcuts, with a switch that turns them off. */
export function ShortcutHelp({ keys: own, on, turn, help }: ShortcutHelpProps) {
  const keys = [['j', 'the next one'], ['k', 'the one before'], ...own, ['u', 'undo the last step'], ['?', 'this help']]
  return (
    <details className="card desk-fold desk-keys" ref={help}>
      <summary>Keys</summary>
      <FactList facts={keys.map(([key, effect]) => [<kbd key={key}>{key}</kbd>, effect])} />
      <p className="soft">The arrow keys go on from one that has the focus.</p>
      <LabelledCheckbox checked={on} onChange={turn}>
        <span>Single keys do this</span>
      </LabelledCheckbox>
    </details>
  )
}
