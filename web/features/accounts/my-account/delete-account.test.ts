import { createElement } from 'react'
import { test, vi } from 'vitest'
import { openScreen } from '../../../testing/page-actions.ts'
import { buildMyAccount } from '../../../testing/sample-account.ts'

test('when the deletion of an account gets no answer, the form says how to find out whether the account is gone', async () => {
  vi.spyOn(console, 'info').mockImplementation(() => {})
  const account = buildMyAccount()
  const { page, press, says } = await openScreen(
    () => {
      throw new TypeError('Failed to fetch')
    },
    async () => createElement((await import('./delete-account.tsx')).DeleteAccount, { account, onDeleted: () => {} }),
    '/account',
  )
  await press('Delete my account …')
  await page.send('form', { confirmation: 'delete my account' })
  await says('There was no answer.')
  await says('If you are logged out then, your account is deleted')
})
