import { createElement } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { simulateNativeApp } from '../../../testing/native-app.ts'
import { openScreen } from '../../../testing/page-actions.ts'

beforeEach(() => void vi.spyOn(console, 'info').mockImplementation(() => {}))

/** Makes new recovery codes. @returns the section that shows them */
async function renewCodes() {
  const { page, press, says, texts } = await openScreen(
    ({ path }) =>
      Response.json(
        path.endsWith('/second-factor')
          ? { since: 1, recoveryCodesLeft: 1, hasPassword: true }
          : { recoveryCodes: ['abcd-efgh', 'ijkl-mnop'] },
      ),
    async () => createElement((await import('./second-factor-section.tsx')).SecondFactorSection),
    '/account',
  )
  await press('Make new recovery codes')
  await says('Your recovery codes')
  return { page, texts }
}

test('new recovery codes are shown, and a link downloads them as a text file', async () => {
  const { page, texts } = await renewCodes()
  expect(texts('pre')).toEqual(['abcd-efgh\nijkl-mnop'])
  const link = page.find('a', 'Download the codes')
  expect(link.getAttribute('download')).toBe('recovery-codes.txt')
  expect(decodeURIComponent(link.getAttribute('href') ?? '')).toContain('abcd-efgh\nijkl-mnop\n')
})

test('the native app, which cannot save files, shows new recovery codes without a download', async () => {
  simulateNativeApp()
  const { page, texts } = await renewCodes()
  expect(texts('pre')).toEqual(['abcd-efgh\nijkl-mnop'])
  expect(page.text()).not.toContain('Download')
})
