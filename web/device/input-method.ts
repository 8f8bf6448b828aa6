/** The key code of the keys that an input method handles. Safari sends it for the key that ends a conversion. */
const INPUT_METHOD_KEY_CODE = 229

/**
 * Hides from the page the keys that an input method handles while it converts typed text, for example into Japanese
 * characters: Enter accepts the converted text, arrow keys select a conversion, and Escape cancels it. To the page, the
 * same keys would mean to send or close something.
 */
export function hideInputMethodKeys(): void {
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.isComposing || event.keyCode === INPUT_METHOD_KEY_CODE) event.stopPropagation()
    },
    true,
  )
}
