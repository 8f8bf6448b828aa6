/** The message when the browser refuses to copy. */
export const COPY_REFUSED_MESSAGE = 'The browser did not copy it. Select the text and press Ctrl+C.'

/**
 * Copies a text. A page without HTTPS, such as a site in the home network, has no clipboard API. On such a page, the
 * function puts the text into a field, selects it, and makes the browser copy the selection.
 * @returns whether the browser has copied the text
 */
export async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard)
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    )
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.className = 'visually-hidden'
  field.value = text
  document.body.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  return isCopied
}
