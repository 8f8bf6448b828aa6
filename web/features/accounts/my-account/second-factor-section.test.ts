import { createElement } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { RecordedCall } from '../../../testing/browser.ts'
import { openScreen } from '../../../testing/page-actions.ts'

beforeEach(() => void vi.spyOn(console, 'info').mockImplementation(() => {}))

const refuse = (status: number, code: string) => Response.json({ code, message: `Refused: ${code}.` }, { status })

/**
 * Opens the section of the second factor, and the form that switches the second factor on.
 * @param enable answers the call that switches the second factor on
 */
async function openSetup(enable: (call: RecordedCall) => Response) {
  const server = { since: null as number | null, begin: () => Response.json(setup) }
  const setup = { secret: 'ABCD', address: 'otpauth://totp/a', qr: { size: 1, path: 'M0 0h1v1h-1z' } }
  const screen = await openScreen(
    (call) => {
      const { path, init } = call
      if (path.endsWith('/secret')) return server.begin()
      if (path.includes('/second-factor') && init.method !== 'GET') return enable(call)
      if (path.endsWith('/second-factor'))
        return Response.json({ since: server.since, recoveryCodesLeft: 10, hasPassword: true })
      if (path.endsWith('/passkeys')) return Response.json({ passkeys: [] })
      return path.endsWith('/account') ? Response.json({ hasPassword: true }) : new Response(null, { status: 204 })
    },
    async () => {
      // The section loads the dialog for a proof only when it needs it.
      await import('../../../ui/form/owner-proof-dialog.tsx')
      return createElement((await import('./second-factor-section.tsx')).SecondFactorSection)
    },
    '/account',
  )
  const { page, press, says } = screen
  await says('Set up an authenticator app')
  const begin = () => press('Set up an authenticator app')
  return { ...screen, server, begin, enable: () => page.send('form', { code: '123456' }) }
}

test('the reader proves their identity again when the setup of the second factor takes longer than a proof is valid', async () => {
  let isProved = false
  const { page, begin, enable, says } = await openSetup(() =>
    isProved ? Response.json({ recoveryCodes: ['aaaaa-bbbbb'] }) : refuse(403, 'proof_required'),
  )
  await begin()
  await says('Scan this with an authenticator app')
  await enable()
  await says('Is it you?')
  isProved = true
  await page.send('.proof form', { password: 'kettle in a battered hat' })
  await says('aaaaa-bbbbb')
  await says('asks for a code from now on')
})

test.each([
  ['the reply to the switch was lost', true],
  ['another tab has switched it on', false],
])('the section says that the second factor is on, and offers new recovery codes, when %s', async (_, isLost) => {
  const { server, begin, enable, says, button } = await openSetup(() => {
    if (server.since !== null) return refuse(409, 'second_factor_on')
    server.since = 1
    throw new TypeError('Failed to fetch')
  })
  if (isLost) {
    await begin()
    await says('Scan this with an authenticator app')
    await enable()
    await says('The site cannot be reached.')
    await enable()
  } else {
    server.since = 1
    server.begin = () => refuse(409, 'second_factor_on')
    await begin()
  }
  await says('Your account asks for a code already.')
  expect(document.activeElement).toBe(button('Make new recovery codes'))
})

test.each(['Make new recovery codes', 'Switch off'])(
  'after a press of “%s”, the section says that the second factor was switched off in another tab',
  async (name) => {
    const { server, begin, says, press, button } = await openSetup(() => refuse(404, 'not_found'))
    server.since = 1
    server.begin = () => refuse(409, 'second_factor_on')
    await begin()
    await says('Make new recovery codes')
    server.since = null
    await press(name)
    await says('The second factor is off already')
    expect(document.activeElement).toBe(button('Set up an authenticator app'))
  },
)

test('the focus moves to the recovery codes when the second factor is switched on, and to the setup button when it is off or the setup is cancelled', async () => {
  const { page, server, begin, says, press } = await openSetup(({ init }) => {
    server.since = init.method === 'POST' ? 1 : null
    return init.method === 'POST'
      ? Response.json({ recoveryCodes: ['aaaaa-bbbbb'] })
      : new Response(null, { status: 204 })
  })
  const focused = () => document.activeElement?.textContent
  await begin()
  await says('Scan this with an authenticator app')
  page.find('button', 'Cancel').focus()
  await press('Cancel')
  await page.until(() => expect(focused()).toBe('Set up an authenticator app'))
  await begin()
  await says('Scan this with an authenticator app')
  await page.send('form', { code: '123456' })
  await says('On since')
  await page.until(() => expect(focused()).toBe('Your recovery codes'))
  page.find('button', 'Switch off').focus()
  await press('Switch off')
  await says('Your password alone logs in again.')
  await page.until(() => expect(focused()).toBe('Set up an authenticator app'))
})
