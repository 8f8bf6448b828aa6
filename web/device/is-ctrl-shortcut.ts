/**
 * Returns whether a key event is Ctrl, or ⌘ on a Mac, with a letter. While Caps Lock is on, the key of the event is a
 * capital letter. Together with Shift, the keys belong to the browser: Ctrl+Shift+K opens the console of Firefox.
 * @param letter in lower case
 */
export const isCtrlShortcut = ({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent, letter: string): boolean =>
  (ctrlKey || metaKey) && !shiftKey && key.toLowerCase() === letter
