import { StyleModule } from 'style-mod'

/**
 * Makes CodeMirror write its styles into a constructed style sheet of the document. By default CodeMirror adds a
 * `<style>` element, which the Content-Security-Policy refuses. CodeMirror uses a constructed sheet only for a shadow
 * root. Therefore this function mounts the styles on a fake root, and copies the style set that CodeMirror stores on
 * this root to the document.
 */
export function adoptEditorStyles(): void {
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
