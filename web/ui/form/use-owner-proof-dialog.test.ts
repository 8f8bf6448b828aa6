import { createElement, Fragment } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { deleteAccount } from '#contract/my-account.ts'
import { callForJson } from '../../api/call-api.ts'
import { openScreen } from '../../testing/page-actions.ts'
import './owner-proof-dialog.tsx'
import { useOwnerProofDialog } from './use-owner-proof-dialog.tsx'

afterEach(() => vi.unstubAllGlobals())

interface Account {
  hasPassword: boolean
  passkeys: number
}

function DeleteButton({ onResult }: { onResult: (result: string) => void }) {
  const { withProof, dialog } = useOwnerProofDialog('It is for good.')
  const onClick = () =>
    withProof(() => callForJson(deleteAccount, { body: { confirmation: 'yes' } })).then(
      () => onResult('deleted'),
      ({ message }: Error) => onResult(message),
    )
  return createElement(Fragment, null, createElement('button', { type: 'button', onClick }, 'Delete'), dialog)
}

/** Shows a button that deletes the account, and the result of this call. The fake server requires a proof for it. */
async function openPage({ hasPassword, passkeys }: Account) {
  let isProved = false
  const results: string[] = []
  const screen = await openScreen(
    ({ path, body, init: { method = 'GET' } }) => {
      if (path === '/api/account') return Response.json({ hasPassword, email: 'nora@example.org' })
      if (path === '/api/account/passkeys') return Response.json({ passkeys: Array(passkeys).fill({ id: '1' }) })
      if (path === '/api/account/proof') {
        isProved = body.password === 'right'
        if (isProved) return new Response(null, { status: 204 })
        return Response.json({ code: 'wrong_password', message: 'That is not your password.' }, { status: 403 })
      }
      if (method === 'POST' && path === '/api/account/delete' && !isProved)
        return Response.json({ code: 'proof_required', message: 'Show that it is you.' }, { status: 403 })
      return new Response(null, { status: 204 })
    },
    async () => createElement(DeleteButton, { onResult: (result: string) => void results.push(result) }),
    '/account?a=1',
  )
  await screen.press('Delete')
  await screen.says('Is it you?')
  const calls = () => screen.sent('POST').map(({ path }) => path)
  return { ...screen, results, calls }
}

test('a call that requires a proof of identity is repeated after the right password', async () => {
  const { press, type, field, says, page, results, calls, texts } = await openPage({ hasPassword: true, passkeys: 0 })
  expect(page.text()).toContain('It is for good. Show that it is you; that holds for 15 minutes.')
  expect(page.document.activeElement).toBe(field('Password'))
  await press('Go on')
  await says('Enter your password.')
  await type('Password', 'wrong')
  await press('Go on')
  await says('That is not your password.')
  expect(results).toEqual([])
  await type('Password', 'right')
  await press('Go on')
  await page.until(() => expect(results).toEqual(['deleted']))
  expect(texts('dialog')).toEqual([])
  expect(calls()).toEqual([
    ...['/api/account/delete', '/api/account/proof', '/api/account/proof', '/api/account/delete'],
  ])
})

test('when the proof of identity is cancelled, the call fails with the refusal of the server', async () => {
  const { press, page, results, calls } = await openPage({ hasPassword: true, passkeys: 0 })
  await press('Close')
  await page.until(() => expect(results).toEqual(['Show that it is you.']))
  expect(calls()).toEqual(['/api/account/delete'])
})

test('a call that requires a proof fails when the page is left while the dialog is open', async () => {
  const { leave, page, results } = await openPage({ hasPassword: true, passkeys: 0 })
  await leave()
  await page.until(() => expect(results).toEqual(['Show that it is you.']))
})

test('the owner of an account with a passkey and without a password is not asked for a password', async () => {
  const { page, all } = await openPage({ hasPassword: false, passkeys: 1 })
  await page.until(() => expect(all('input', 'Password')).toEqual([]))
  expect(page.text()).toContain('This browser cannot use your passkeys at this address.')
  expect(all('button', 'Log in again')).toEqual([])
})

test('a user with neither a password nor a passkey proves their identity by a new login, and then returns to the page', async () => {
  const { says, press, page, calls } = await openPage({ hasPassword: false, passkeys: 0 })
  await says('You have neither a password nor a passkey, so a login within the last ten minutes shows that it is you.')
  await press('Log in again')
  await page.until(() => expect(page.address()).toBe('/login?returnTo=%2Faccount%3Fa%3D1'))
  expect(calls()).toContain('/auth/logout')
  expect(page.stored.has('accessToken')).toBe(false)
})
