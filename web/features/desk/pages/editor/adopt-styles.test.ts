import { StyleModule } from 'style-mod'
import { expect, test, vi } from 'vitest'
import { adoptEditorStyles } from './adopt-styles.ts'

class Sheet {
  rules: string[] = []
  insertRule(rule: string, at: number) {
    this.rules.splice(at, 0, rule)
  }
}

test('CodeMirror writes into a constructed style sheet, and adds no style element', () => {
  const sheets: Sheet[] = []
  const page = {
    head: {},
    defaultView: { CSSStyleSheet: Sheet },
    adoptedStyleSheets: sheets,
    createElement: (name: string) => {
      throw new Error(`the policy refuses the element ${name}`)
    },
  }
  vi.stubGlobal('document', page)
  adoptEditorStyles()
  adoptEditorStyles()
  StyleModule.mount(page as unknown as Document, new StyleModule({ '.editor': { color: 'red' } }))
  expect(page.adoptedStyleSheets.map(({ rules }) => rules)).toEqual([['.editor {color: red;}']])
})
