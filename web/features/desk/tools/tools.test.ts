import { createElement } from 'react'
import { expect, test, vi } from 'vitest'
import { errors } from '#contract/errors.ts'
import type { ToolLink } from '#contract/tools.ts'
import { openScreen } from '../../../testing/page-actions.ts'

const toolOf = (name: string, url = '/ueber-mich'): ToolLink => ({ id: name.toLowerCase(), name, url })

/** Opens the desk's page of tools. The fake server stores changes. */
async function toolsPage(first: ToolLink[]) {
  const server = { tools: first }
  const screen = await openScreen(
    ({ path, init: { method = 'GET' }, body }) => {
      const id = path.split('/')[4]
      const known = server.tools.find((tool) => tool.id === id)
      if (id && !known) return Response.json({ code: 'not_found', message: 'There is nothing here.' }, { status: 404 })
      if (method === 'GET') return Response.json({ tools: server.tools })
      if (method === 'DELETE') {
        server.tools = server.tools.filter((tool) => tool !== known)
        return new Response(null, { status: 204 })
      }
      if (method === 'PUT' && !id) {
        server.tools = (body.ids as string[]).flatMap((one) => server.tools.filter((tool) => tool.id === one))
        return Response.json({ tools: server.tools })
      }
      const saved = { id: id ?? 'new', ...(body as { name: string; url: string }) }
      server.tools = known ? server.tools.map((tool) => (tool === known ? saved : tool)) : [...server.tools, saved]
      return Response.json(saved)
    },
    async () => {
      const { useToolLinks } = await import('../../../kit/tool-links.ts')
      await useToolLinks.getState().fetchTools()
      return createElement((await import('./tools.tsx')).Screen)
    },
    '/desk/tools',
  )
  return { ...screen, server, names: () => screen.texts('b') }
}

test('an invalid tool is refused with a message beside the field, which takes the focus', async () => {
  const { page, type, press, about, field, sent } = await toolsPage([toolOf('Plex')])
  await press('Add the tool')
  expect(page.document.activeElement).toBe(field('Name'))
  expect(about('Name')).toBe(errors.name_missing.message)
  await type('Name', 'Trick')
  for (const address of ['javascript:alert(1)', 'data:text/html,x', '//example.org', 'plex', '/\\example.org']) {
    await type('Address', address)
    await press('Add the tool')
    expect(page.document.activeElement).toBe(field('Address'))
    expect(about('Address')).toContain(errors.link_invalid.message)
  }
  expect(sent('POST')).toEqual([])
})

test('a second form takes the focus, also when it is above the first one', async () => {
  const { page, press, part, field } = await toolsPage([toolOf('Films'), toolOf('Router')])
  await press('Change Router')
  await press('Change Films')
  expect(page.document.activeElement).toBe(field('Name', part('Change Films')))
})

test('cancelling the edit of a tool changes nothing and returns the focus to its button', async () => {
  const { page, type, press, part, button, field, names, sent } = await toolsPage([toolOf('Films'), toolOf('Router')])
  await press('Change Films')
  expect(page.document.activeElement).toBe(field('Name', part('Change Films')))
  await type('Name', 'Not this', part('Change Films'))
  await press('Cancel')
  expect(names()).toEqual(['Films', 'Router'])
  expect(page.document.activeElement).toBe(button('Change Films'))
  expect(sent('PUT')).toEqual([])
})

test('the buttons that move a tool are disabled at the ends of the list', async () => {
  const { button } = await toolsPage([toolOf('Films'), toolOf('Router')])
  const disabled = (name: string) => button(name).getAttribute('aria-disabled')
  expect([disabled('Move Films up'), disabled('Move Films down')]).toEqual(['true', 'false'])
  expect([disabled('Move Router up'), disabled('Move Router down')]).toEqual(['false', 'true'])
})

test('markup in the name of a tool is shown as plain text', async () => {
  const name = `<img src=x onerror="document.title='owned'">`
  const { page, names } = await toolsPage([toolOf(name)])
  expect(names()).toEqual([name])
  expect(page.findAll('img')).toEqual([])
})

test('when another admin has already removed a tool, a message says so and the list is fetched again', async () => {
  const { server, names, press, says, page } = await toolsPage([toolOf('Plex'), toolOf('Router')])
  vi.spyOn(console, 'info').mockImplementation(() => {})
  server.tools = [toolOf('Docs')]
  await press('Remove Plex')
  await says('Another admin has removed that tool already.')
  await page.until(() => expect(names()).toEqual(['Docs']))
})
