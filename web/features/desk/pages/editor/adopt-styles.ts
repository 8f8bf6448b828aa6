import { StyleModule } from 'style-mod'

/**
 * Lets CodeMirror write its styles into a constructed style sheet of the document. By default it writes a `<style>`
 * element, which the Content-Security-Policy refuses; it constructs a sheet only for a root without a head. The set of
 * styles that it keeps for such a root is given to the document.
 */
export function adoptStyles(): void {
  const root = {
    ownerDocument: document,
    get adoptedStyleSheets() {
      return document.adoptedStyleSheets
    },
    set adoptedStyleSheets(sheets) {
      document.adoptedStyleSheets = sheets
    },
  }
  StyleModule.mount(root as unknown as ShadowRoot, [])
  for (const key of Object.getOwnPropertySymbols(root))
    if (!Object.hasOwn(document, key)) Object.assign(document, { [key]: Reflect.get(root, key) })
}
