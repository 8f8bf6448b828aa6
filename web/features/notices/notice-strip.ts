import type { Notice } from '#contract/notices.ts'
import { callAll } from '../../device/listen.ts'
import { isPressInProgress, subscribeToPressEnds } from '../../kit/press.ts'
import { reportError } from '../../kit/report-error.ts'
import { createButtonElement, createDomElement, createIconElement } from '../../ui/element.ts'
import { hideObstructingFootStrip } from '../../ui/layout/watch-foot.ts'
import { createNoticeElement } from '../../ui/note/notice.ts'
import { noticesStore } from './notices-store.ts'
import './notice-strip.css'

/** Stops the strip in the previous region. */
let end = () => {}
let current: HTMLElement | undefined

/**
 * Shows the notices of the store in a region of the page: the strip at the bottom of the window (S2.52). The strip
 * shows one notice, and all notices when the reader opens the strip. Logged-in readers can dismiss a notice (S6.01,
 * S6.03). Visitors and guests can hide it in their browser. The strip does not use React, so that a page with a notice
 * loads as fast as a page without.
 */
export function mountNoticeStrip(region: HTMLElement): void {
  if (region === current) return
  end()
  current = region
  const strip = createStrip(region)
  end = callAll(noticesStore.subscribe(strip.update), subscribeToPressEnds(strip.update), strip.remove)
  strip.update()
}

function createStrip(region: HTMLElement) {
  const list = createDomElement('ul', { class: 'notice-list' })
  const row = createDomElement('div', { class: 'bar foot-row' })
  const section = createDomElement('section', { class: 'notice-strip', 'aria-label': 'Notices' }, row)
  let isOpen = false
  let isCut = false
  let drawn = ''
  let leaveFoot: (() => void) | undefined
  const size = new ResizeObserver(() => {
    const text = list.querySelector('.foot-text')
    if (!text || isOpen) return
    // The links are shown while the text is measured. If the text is cut off, the links are then hidden.
    list.removeAttribute('data-cut')
    isCut = text.scrollHeight > text.clientHeight + 1
    list.toggleAttribute('data-cut', isCut)
    update()
  })

  function update(): void {
    // Redrawing during a press would remove the pressed button before its click.
    if (isPressInProgress()) return
    const { notices, canDismiss } = noticesStore.getState()
    const next = JSON.stringify([notices, canDismiss, isOpen, isCut])
    if (next === drawn) return
    drawn = next
    if (notices.length === 0) {
      remove()
      return
    }
    const returnFocus = keepFocus(region)
    draw(notices, canDismiss)
    if (!section.isConnected) {
      region.append(section)
      leaveFoot = hideObstructingFootStrip()
    }
    returnFocus()
  }

  function draw(notices: readonly Notice[], canDismiss: boolean): void {
    section.toggleAttribute('data-open', isOpen)
    list.toggleAttribute('data-cut', isCut && !isOpen)
    const closeButton = ({ id }: Notice) => {
      const label = canDismiss ? 'Dismiss this notice' : 'Hide this notice'
      const about = { 'aria-label': label, 'aria-describedby': `notice-${id}` }
      return createButtonElement({ class: 'round-button foot-close', ...about }, [createIconElement('close')], () =>
        canDismiss ? noticesStore.getState().dismiss(id) : noticesStore.getState().hide(id),
      )
    }
    const [first, ...others] = notices as [Notice, ...Notice[]]
    list.replaceChildren(
      ...(isOpen ? notices : [first]).map((notice) => drawRow(notice, isOpen && closeButton(notice))),
    )
    const words = isOpen ? 'Show less' : others.length > 0 ? `${others.length} more` : 'More'
    const of = createDomElement('span', { class: 'visually-hidden' }, ' of the notices')
    const more = createButtonElement({ class: 'foot-more', 'aria-expanded': `${isOpen}` }, [words, of], () => {
      isOpen = !isOpen
      update()
    })
    row.replaceChildren(list)
    if (isOpen || isCut || others.length > 0) row.append(more)
    if (!isOpen) row.append(closeButton(first))
    size.disconnect()
    const text = list.querySelector('.foot-text')
    if (text) size.observe(text)
  }

  function remove(): void {
    const returnFocus = keepFocus(region)
    size.disconnect()
    section.remove()
    leaveFoot?.()
    leaveFoot = undefined
    isOpen = false
    returnFocus()
  }

  return { update, remove }
}

/**
 * Draws a notice. A notice that cannot be drawn is replaced by an error message, so that the other notices are still
 * shown.
 */
function drawRow(notice: Notice, close: Node | false): HTMLElement {
  try {
    return createDomElement('li', {}, createNoticeElement(notice, `notice-${notice.id}`), close)
  } catch (error) {
    reportError(error)
    return createDomElement('li', { role: 'alert' }, 'This entry cannot be shown. The error has been reported.')
  }
}

/**
 * Remembers which element of a region has the focus.
 * @returns a function to call after the region has changed. The function focuses the element that has replaced the
 * remembered element. Without such an element, the function focuses the content of the page.
 */
function keepFocus(region: HTMLElement): () => void {
  const focused = document.activeElement
  if (!focused || !region.contains(focused)) return () => {}
  const findAlike = () =>
    [...region.querySelectorAll<HTMLElement>(focused.localName)].filter(
      ({ className }) => className === focused.className,
    )
  const place = findAlike().indexOf(focused as HTMLElement)
  return () => {
    const alike = findAlike()
    const next = alike[Math.min(place, alike.length - 1)] ?? document.getElementById('content')
    next?.focus({ preventScroll: true })
  }
}
