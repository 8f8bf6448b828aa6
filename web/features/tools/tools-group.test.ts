import { act, createElement } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Role } from '#contract/accounts.ts'
import { installFakePage } from '../../testing/render.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const tools = [{ id: 't', name: 'Grafana', url: 'https://grafana.example.org' }]
const desk = { name: 'desk', accountLinks: [{ to: '/desk', title: 'Desk', roles: ['Admin'] }] } as const

/** Shows the Tools group of a site with one tool. */
async function toolsGroup(answerTools: () => Response = () => Response.json({ tools })) {
  const page = installFakePage(({ path }) => (path === '/tools' ? answerTools() : new Response('', { status: 404 })))
  page.stored.set('accessToken', 'access 1')
  const { ToolsMenuGroup } = await import('./tools-group.tsx')
  const { FeaturesContext } = await import('../../kit/web-feature.ts')
  const { useSession } = await import('../../api/session.ts')
  await page.show(createElement(FeaturesContext, { value: [desk] }, createElement(ToolsMenuGroup)))
  return {
    page,
    links: () => page.findAll('a').map(({ textContent }) => textContent),
    logIn: (roles: Role[] | null) =>
      act(async () =>
        useSession.setState({
          user: roles && { id: '1', user: 'Nora', email: '', profilePicture: null, roles },
          userReady: true,
        }),
      ),
  }
}

test.each<[string, Role[] | null]>([
  ['a visitor', null],
  ['a guest', ['Guest']],
  ['a reader', []],
  ['a partner', ['Partner']],
])(
  'S2.21 S5.07 S6.04 for %s the Tools group is locked, and its links are neither shown nor fetched',
  async (_, roles) => {
    const { page, links, logIn } = await toolsGroup()
    await logIn(roles)
    expect(page.text()).toContain('Tools(locked)Only an admin can open the tools.')
    expect(links()).toEqual([])
    expect(page.text()).not.toContain('Desk')
    expect(page.callsTo('/tools')).toHaveLength(0)
  },
)

test('S2.21 S4.13 S6.04 the tools are fetched and shown when the user becomes an admin, and removed by a logout', async () => {
  const { page, logIn } = await toolsGroup()
  await logIn(['Admin'])
  expect(page.callsTo('/tools')).toHaveLength(1)
  expect(page.text()).not.toContain('locked')
  expect(page.find('a', 'Grafana').getAttribute('href')).toBe('https://grafana.example.org')
  await logIn(null)
  expect(page.text()).not.toContain('Grafana')
  const { useToolLinks } = await import('../../kit/tool-links.ts')
  expect(useToolLinks.getState().tools).toBeNull()
  expect(page.text()).toContain('Tools(locked)')
})

test.each([
  ['500', () => Response.json({ code: 'internal', message: '' }, { status: 500 })],
  ['404', () => Response.json({ code: 'not_found', message: '' }, { status: 404 })],
  [
    'no answer',
    () => {
      throw new TypeError('Failed to fetch')
    },
  ],
])(
  'S2.21 S7.13 when the request for tools gets %s, an admin’s Tools group contains only the desk',
  async (_, answerTools) => {
    vi.spyOn(console, 'info').mockImplementation(() => {})
    const { page, links, logIn } = await toolsGroup(answerTools)
    await logIn(['Admin'])
    expect(page.callsTo('/tools')).toHaveLength(1)
    expect(links()).toEqual(['Desk'])
    expect(page.find('a', 'Desk').getAttribute('href')).toBe('/desk')
  },
)

test('markup in the name of a tool is shown as plain text in the menu', async () => {
  const name = `<img src=x onerror="document.title='owned'">`
  const { page, logIn } = await toolsGroup(() =>
    Response.json({ tools: [{ id: 't', name, url: 'https://example.org' }] }),
  )
  await logIn(['Admin'])
  expect(page.find('a', name).textContent).toContain(name)
  expect(page.findAll('img')).toEqual([])
})
