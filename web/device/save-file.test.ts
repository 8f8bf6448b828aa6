import { expect, onTestFinished, test, vi } from 'vitest'
import { installFakePage } from '../testing/render.ts'

/** Saves a file. @param isNative whether the page is in the native app @returns the name of the saved file */
async function save(isNative: boolean): Promise<string | undefined> {
  vi.useFakeTimers()
  vi.stubGlobal('Capacitor', { isNativePlatform: () => isNative, getPlatform: () => 'android' })
  vi.resetModules()
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
  // The next test may be in another file of the same process, and must not get the modules of the native app.
  onTestFinished(() => void vi.resetModules())
  expect(await save(false)).toBe('data.json')
  await expect(save(true)).rejects.toThrow('The app cannot save files. Open this page in your browser.')
})
