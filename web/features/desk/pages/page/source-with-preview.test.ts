import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openEditor } from '../../../../testing/open-editor.ts'

const { dispatch } = vi.hoisted(() => ({ dispatch: vi.fn() }))

// A fake page has no layout, so a button stands for CodeMirror: it drops a file.
vi.mock('../editor/source-editor.tsx', async () => {
  const { createElement } = await import('react')
  const { EditorState } = await import('@codemirror/state')
  return {
    SourceEditor: ({ ref, source, onFiles }: Record<string, unknown>) => {
      const view = { state: EditorState.create({ doc: String(source) }), dispatch, focus: () => {} }
      Object.assign(ref as object, { current: view })
      const onClick = () => (onFiles as (files: File[]) => void)([new File(['x'], 'boat.png', { type: 'image/png' })])
      return createElement('button', { type: 'button', onClick }, 'Drop a file')
    },
  }
})

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'info').mockImplementation(() => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  dispatch.mockReset()
})

test('a dropped file is added to a page that can be edited, but not to a read-only page with code', async () => {
  for (const problems of [[], [{ line: 8, message: 'The desk saves no code.' }]]) {
    dispatch.mockReset()
    const { press, page } = await openEditor({ problems })
    await press('Drop a file')
    await page.wait(1_000)
    expect(dispatch.mock.calls.length > 0).toBe(problems.length === 0)
  }
})
