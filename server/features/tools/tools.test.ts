import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import * as contract from '#contract/tools.ts'
import { createId } from '../../db/ids.ts'
import { createDeskSite } from '../../testing/desk.ts'
import { addPerson } from '../../testing/people.ts'

type Site = Awaited<ReturnType<typeof createDeskSite>>

const plex = { name: 'Plex', url: 'https://plex.example.org/web' }
const router = { name: 'Router', url: 'http://192.168.1.1' }
const drafts = [plex, router, { name: 'Docs', url: '/docs' }]

const endpoints = Object.values(contract) as Endpoint[]

const listed = async ({ call, ada }: Site): Promise<{ id: string; name: string; url: string }[]> =>
  (await call('GET', '/tools', { token: ada.token })).json().tools

/** Adds the tools and returns their ids. */
async function add({ ask }: Site, tools = drafts): Promise<string[]> {
  const ids: string[] = []
  for (const tool of tools) {
    const { status, body } = await ask('POST', '/tools', tool)
    expect(status).toBe(201)
    ids.push(body.id)
  }
  return ids
}

test('S3.06 S7.13 GET /tools returns only the id, name and url of every tool, in order', async () => {
  const site = await createDeskSite()
  expect(await listed(site)).toEqual([])
  const ids = await add(site)
  const answer = await site.call('GET', '/tools', { token: site.ada.token })
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({ tools: drafts.map((tool, at) => ({ id: ids[at], ...tool })) })
})

test('S5.07 S6.04 every call about tools requires an admin: other callers get 401 or 403, see no tools and change nothing', async () => {
  expect(endpoints).toHaveLength(5)
  const site = await createDeskSite()
  const { call, db } = site
  const [id = ''] = await add(site)
  const before = await listed(site)
  const others = [
    undefined,
    'not-a-token',
    (await addPerson(db)).token,
    (await addPerson(db, { roles: ['Partner'] })).token,
    (await addPerson(db, { roles: ['Guest'] })).token,
  ]
  for (const { method, path } of endpoints) {
    const body = { ...router, ids: [id] }
    const answers = await Promise.all(
      others.map((token) =>
        call(method, path.replace(':id', id), {
          ...(method === 'GET' || method === 'DELETE' ? {} : { body }),
          ...(token === undefined ? {} : { token }),
        }),
      ),
    )
    expect(
      answers.map(({ statusCode }) => statusCode),
      `${method} ${path}`,
    ).toEqual([401, 401, 403, 403, 403])
    for (const answer of answers) expect(Object.keys(answer.json())).toEqual(['code', 'message'])
  }
  expect(await listed(site)).toEqual(before)
})

test('S6.04 after an admin has lost the role, their next call for the tools is answered 403', async () => {
  const site = await createDeskSite()
  const bo = await addPerson(site.db, { roles: ['Admin'] })
  expect((await site.call('GET', '/tools', { token: bo.token })).statusCode).toBe(200)
  await site.ask('DELETE', `/people/${bo.id}/roles/Admin`)
  expect((await site.call('GET', '/tools', { token: bo.token })).statusCode).toBe(403)
})

test('adding, changing, ordering and removing a tool is logged with the name of the admin', async () => {
  const site = await createDeskSite()
  const [first = '', second = '', third = ''] = await add(site)
  const changed = await site.ask('PUT', `/tools/${first}`, { name: 'Films', url: plex.url })
  expect(changed).toEqual({ status: 200, body: { id: first, name: 'Films', url: plex.url } })
  const ordered = await site.ask('PUT', '/tools', { ids: [third, first, second] })
  expect(ordered.body.tools.map(({ name }: { name: string }) => name)).toEqual(['Docs', 'Films', 'Router'])
  expect((await site.ask('DELETE', `/tools/${second}`)).status).toBe(204)
  expect((await listed(site)).map(({ name }) => name)).toEqual(['Docs', 'Films'])
  expect(await site.logged()).toEqual([
    'Ada Admin | tool removed | Router | http://192.168.1.1',
    'Ada Admin | tools ordered | the tools | ',
    'Ada Admin | tool changed | Films | Plex, https://plex.example.org/web',
    'Ada Admin | tool added | Docs | /docs',
    'Ada Admin | tool added | Router | http://192.168.1.1',
    'Ada Admin | tool added | Plex | https://plex.example.org/web',
  ])
})

test('a call that changes nothing about the tools is not logged', async () => {
  const site = await createDeskSite()
  const ids = await add(site)
  await site.ask('PUT', `/tools/${ids[0]}`, { name: ' Plex ', url: plex.url })
  await site.ask('PUT', '/tools', { ids })
  await site.ask('PUT', '/tools', { ids: [] })
  expect((await site.logged()).filter((line) => !line.includes('tool added'))).toEqual([])
})

test('tools that a new order leaves out come last and keep their order; unknown and repeated ids are ignored', async () => {
  const site = await createDeskSite()
  const [first = '', second = '', third = ''] = await add(site)
  const { status, body } = await site.ask('PUT', '/tools', { ids: [createId(), third, createId(), third] })
  expect(status).toBe(200)
  expect(body.tools.map(({ id }: { id: string }) => id)).toEqual([third, first, second])
  await add(site, [{ name: 'Last', url: '/last' }])
  expect((await listed(site)).map(({ name }) => name)).toEqual(['Docs', 'Plex', 'Router', 'Last'])
})

test('tools added at the same time are all listed, in a stable order', async () => {
  const site = await createDeskSite()
  const names = ['One', 'Two', 'Three', 'Four', 'Five']
  await Promise.all(names.map((name) => site.ask('POST', '/tools', { name, url: '/' })))
  const before = await listed(site)
  expect(before.map(({ name }) => name).sort()).toEqual([...names].sort())
  expect(await listed(site)).toEqual(before)
})

test('invisible characters are removed from the name of a tool, and blanks around its URL are removed', async () => {
  const { ask } = await createDeskSite()
  const { body } = await ask('POST', '/tools', { name: '  Pl\u202eex \0 server\n', url: ' https://example.org ' })
  expect(body).toMatchObject({ name: 'Pl ex server', url: 'https://example.org' })
})

test.each([
  [{ name: '', url: '/' }, 'name_missing'],
  [{ name: ' \u200b\u202e ', url: '/' }, 'name_missing'],
  [{ name: 'x'.repeat(81), url: '/' }, 'name_too_long'],
  [{ name: 'Plex', url: '' }, 'link_invalid'],
  [{ name: 'Plex', url: 'javascript:alert(1)' }, 'link_invalid'],
  [{ name: 'Plex', url: ' \tjava\nscript:alert(1)' }, 'link_invalid'],
  [{ name: 'Plex', url: 'data:text/html,<script>alert(1)</script>' }, 'link_invalid'],
  [{ name: 'Plex', url: '//example.org' }, 'link_invalid'],
  [{ name: 'Plex', url: '/\\example.org' }, 'link_invalid'],
  [{ name: 'Plex', url: 'plex' }, 'link_invalid'],
  [{ name: 'Plex', url: `https://example.org/${'x'.repeat(2_000)}` }, 'link_invalid'],
  [{ name: 'Plex' }, 'bad_request'],
  [{ name: ['Plex'], url: '/' }, 'bad_request'],
])('the tool %j is refused with %s when adding and when changing a tool', async (draft, code) => {
  const site = await createDeskSite()
  const [id = ''] = await add(site, [plex])
  for (const [method, path] of [
    ['POST', '/tools'],
    ['PUT', `/tools/${id}`],
  ] as const) {
    const { status, body } = await site.ask(method, path, draft)
    expect([status, body.code], method).toEqual([400, code])
  }
  expect(await listed(site)).toEqual([{ id, ...plex }])
})

test('a call about an unknown tool is answered 404, and a call with an invalid id 400', async () => {
  const { ask } = await createDeskSite()
  expect((await ask('PUT', `/tools/${createId()}`, plex)).status).toBe(404)
  expect((await ask('DELETE', `/tools/${createId()}`)).status).toBe(404)
  expect((await ask('PUT', '/tools/1', plex)).status).toBe(400)
  expect((await ask('DELETE', "/tools/'%20or%201=1")).status).toBe(400)
  expect((await ask('PUT', '/tools', { ids: ["' or 1=1"] })).status).toBe(400)
  expect((await ask('PUT', '/tools', { ids: Array(501).fill(createId()) })).status).toBe(400)
})
