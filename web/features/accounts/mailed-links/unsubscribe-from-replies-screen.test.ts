import { createElement } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { installFakePage } from '../../../testing/render.ts'

afterEach(() => vi.unstubAllGlobals())

/** Opens /unsubscribe with a token. @param answer the server's response */
async function unsubscribe(token: string | null, answer: () => Response) {
  const page = installFakePage(answer)
  page.window.location.href = `https://nebelhorn.example/unsubscribe${token ? `#token=${token}` : ''}`
  Object.assign(page.window.location, { hash: token ? `#token=${token}` : '', pathname: '/unsubscribe', search: '' })
  const { Screen } = await import('./unsubscribe-from-replies-screen.tsx')
  await page.show(createElement(Screen), `/unsubscribe${token ? `#token=${token}` : ''}`)
  return page
}
const title = (page: Awaited<ReturnType<typeof unsubscribe>>) => page.find('h1').textContent

test('/unsubscribe ends the mails about replies only when its button is pressed', async () => {
  const page = await unsubscribe('a-token', () => new Response(null, { status: 204 }))
  expect(title(page)).toBe('Mails about replies')
  expect(page.calls).toEqual([])
  await page.send('form', {})
  expect(title(page)).toBe('No more of these mails')
  expect(page.document.activeElement).toBe(page.find('h1'))
  expect(page.calls).toMatchObject([{ path: '/api/unsubscribe', body: { token: 'a-token' } }])
})

test('without a token, /unsubscribe explains how to open the page', async () => {
  const page = await unsubscribe(null, () => new Response())
  expect(page.text()).toContain('This page is opened from the link at the end of a mail about a reply.')
  expect(page.findAll('button')).toEqual([])
})

test('without a connection, /unsubscribe shows the problem and keeps its button', async () => {
  vi.spyOn(console, 'info').mockImplementation(() => {})
  const page = await unsubscribe('a-token', () => {
    throw new TypeError('Failed to fetch')
  })
  await page.send('form', {})
  expect(page.text()).toContain('There was no answer. Check your connection and press the button again.')
  expect(page.find('button').textContent).toContain('Stop these mails')
})
