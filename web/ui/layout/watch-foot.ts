import { callAll, listen } from '../../device/listen.ts'

/** Parts of the page that the strip never covers, in addition to the focused element. */
const PARTS_TO_WORK_IN = '#content :is(form, .board)'

/**
 * The number of strips in the document. Only one of them is shown. When the shown strip is removed, the next strip is
 * shown.
 */
let strips = 0

/**
 * Hides the strip at the bottom of the window while it would cover a form, a board or the focused element. To hide the
 * strip, the function marks `.foot` with an attribute. It also sets --foot-height to the height of the strip, so that
 * other fixed elements can be placed above the strip.
 * @returns a function that stops this
 */
export function hideObstructingFootStrip(): () => void {
  const foot = document.querySelector<HTMLElement>('.foot')
  const content = document.getElementById('content')
  if (!foot || !content) return () => {}
  const { style } = document.documentElement
  strips++

  const inTheWay = new Set<Element>()
  let place: IntersectionObserver | undefined
  let focused: Element | null = null
  const update = () => foot.toggleAttribute('data-yields', inTheWay.size > 0)
  const onPlace = (entries: IntersectionObserverEntry[]) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) inTheWay.add(target)
      else inTheWay.delete(target)
    }
    update()
  }
  const watchParts = () => {
    for (const part of document.querySelectorAll(PARTS_TO_WORK_IN)) place?.observe(part)
    if (focused) place?.observe(focused)
  }
  const watchPlace = () => {
    place?.disconnect()
    inTheWay.clear()
    update()
    const above = Math.max(0, window.innerHeight - foot.offsetHeight)
    place = new IntersectionObserver(onPlace, { rootMargin: `-${above}px 0px 0px` })
    watchParts()
  }
  const onFocus = () => {
    if (focused?.matches(PARTS_TO_WORK_IN) === false) place?.unobserve(focused)
    if (focused) inTheWay.delete(focused)
    const { activeElement } = document
    // After a navigation, the content itself takes the focus, which must not hide the strip.
    focused = activeElement !== content && content.contains(activeElement) ? activeElement : null
    if (focused) place?.observe(focused)
    update()
  }

  const size = new ResizeObserver(() => {
    style.setProperty('--foot-height', `${foot.offsetHeight}px`)
    watchPlace()
  })
  // A clock on the page changes its text in each frame. Such changes add no element.
  const addsElement = ({ addedNodes }: MutationRecord) => Array.from(addedNodes).some((node) => node instanceof Element)
  const parts = new MutationObserver((changes) => changes.some(addsElement) && watchParts())
  size.observe(foot)
  parts.observe(content, { childList: true, subtree: true })
  const endListeners = callAll(
    listen(window, 'resize', watchPlace),
    listen(document, 'focusin', onFocus),
    listen(document, 'focusout', onFocus),
  )
  onFocus()
  return () => {
    endListeners()
    size.disconnect()
    parts.disconnect()
    place?.disconnect()
    foot.removeAttribute('data-yields')
    strips--
    if (strips === 0) style.removeProperty('--foot-height')
  }
}
