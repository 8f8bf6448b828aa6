import { createElement } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Person } from '#contract/desk.ts'
import type { PersonRecordGroup } from '#contract/person-records.ts'
import { buildIdFromDigit } from '#contract/testing/sample-desk.ts'
import { openScreen } from '../../../testing/page-actions.ts'

beforeEach(() => void vi.useFakeTimers())

const personOf = (name: string): Person => ({
  id: buildIdFromDigit(1),
  name,
  email: 'sam@example.org',
  profilePicture: null,
  roles: [],
  createdAt: Date.now(),
  lastSeenAt: null,
  guest: false,
  partnerApplicationAt: null,
  bannedAt: null,
  banReason: null,
})

const records: PersonRecordGroup[] = [
  { kind: 'session', count: 0, latest: [] },
  {
    kind: 'comment',
    count: 7,
    latest: [{ id: 'c', at: 1, title: 'My boat', text: '<b>Hello</b>', to: '/boat#comment-c' }],
  },
]

/** Opens the desk's page of people, with one person. */
async function peopleAt(query: string, person = personOf('Sam')) {
  const server = { gone: false }
  const screen = await openScreen(
    ({ path }) => {
      if (server.gone) throw new TypeError('Failed to fetch')
      const { pathname, searchParams } = new URL(path, 'https://nebelhorn.example')
      if (pathname.endsWith('/records')) return Response.json({ records })
      if (pathname.endsWith(person.id)) return Response.json({ person, sessions: [], log: [] })
      const found = [person].filter(({ name, email }) => `${name} ${email}`.includes(searchParams.get('search') ?? ''))
      return Response.json({ people: found, next: null, total: found.length })
    },
    async () => createElement((await import('./people.tsx')).Screen),
    `/desk/people${query}`,
  )
  return { ...screen, server }
}

test('when a search for people fails without a connection, the problem is shown, the rows and the text stay, and the search can be repeated', async () => {
  const { page, server, texts, type, press, says, field } = await peopleAt('')
  await says('1 person')
  vi.spyOn(console, 'info').mockImplementation(() => {})
  server.gone = true
  await type('Find by name or email', 'nobody at all')
  await page.wait(200)
  await says('The site cannot be reached.')
  expect(page.find('[role=alert]').textContent).toContain('The site cannot be reached.')
  expect(texts('.rows b')).toEqual(['Sam'])
  server.gone = false
  await press('Try again')
  await says('Nobody is called “nobody at all”, and no email has it.')
  expect(field('Find by name or email').value).toBe('nobody at all')
})

test('when a person is opened before the typed search runs, the person stays open after the search', async () => {
  const { page, type, says } = await peopleAt('?search=Sam')
  await says('1 person')
  await type('Find by name or email', 'sam@example.org')
  await page.goTo(`/desk/people?search=Sam#${buildIdFromDigit(1)}`)
  await page.wait(1_000)
  expect(page.address()).toBe(`/desk/people?search=sam%40example.org#${buildIdFromDigit(1)}`)
  await says('What was done')
})

test('markup in the name of a person is shown as plain text', async () => {
  const name = `<img src=x onerror="document.title='owned'">`
  const { page, texts, says } = await peopleAt(`#${buildIdFromDigit(1)}`, personOf(name))
  await says('What was done')
  expect(texts('#detail')).toEqual([name])
  expect(page.findAll('img')).toEqual([])
})

test('the details of a person list their latest records of each kind, and count the older ones', async () => {
  const { says, part, page } = await peopleAt(`#${buildIdFromDigit(1)}`)
  await says('What was done')
  await page.until(() => expect(part('Comments').textContent).toContain('My boat'))
  expect(part('Comments').textContent).toContain('<b>Hello</b>')
  expect(part('Comments').textContent).toContain('and 6 older')
  expect(part('Comments').querySelector('a')?.getAttribute('href')).toBe('/boat#comment-c')
  expect(page.findAll('[aria-label=Sessions]')).toEqual([])
})
