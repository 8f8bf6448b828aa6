import { expect, test, vi } from 'vitest'
import { simulateNativeApp } from '../testing/native-app.ts'
import { installFakePage } from '../testing/render.ts'

/** Saves a file. @param isNative whether the page is in the native app @returns the name of the saved file */
async function save(isNative: boolean): Promise<string | undefined> {
  vi.useFakeTimers()
  if (isNative) simulateNativeApp()
  const page = installFakePage(() => new Response())
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: () => {} }))
  let saved: string | undefined
  vi.spyOn(page.document, 'createElement').mockReturnValue({
    click() {
      saved = this.download
    },
  } as HTMLAnchorElement)
  const { saveFile } = await import('./save-file.ts')
  saveFile(new Blob(['{}']), 'data.json')
  return saved
}

test('a file is saved in a browser; the native app, which cannot save files, says so', async () => {
  expect(await save(false)).toBe('data.json')
  await expect(save(true)).rejects.toThrow('The app cannot save files. Open this page in your browser.')
})
