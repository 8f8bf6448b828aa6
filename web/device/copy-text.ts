/** The message when the browser does not copy. */
export const COPY_REFUSED = 'The browser did not copy it. Select the text and press Ctrl+C.'

/**
 * Copies a text. A page without https, such as a site in the home network, has no clipboard API; there the browser copies
 * the selection of a field.
 * @returns whether the browser has copied it
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
