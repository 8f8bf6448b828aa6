import { createElement } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ErrorGroup, ErrorState } from '#contract/reports.ts'
import { buildErrorGroup, buildIdFromDigit } from '#contract/testing/sample-desk.ts'
import { installFakePage } from '../../../testing/render.ts'

beforeEach(() => void vi.useFakeTimers())

const someErrors = () => [
  buildErrorGroup(1, 'TypeError: menu.current is null', { count: 1234 }),
  buildErrorGroup(2, 'SqliteError: no such table', { side: 'server', place: 'server/notices/list.ts in list' }),
  buildErrorGroup(3, 'RangeError: too far', { state: 'muted' }),
]

/** Opens the desk's page of errors at a URL. The fake server stores changes. */
async function errorsAt(address: string, errors = someErrors(), passedOn = false) {
  const page = installFakePage(({ path, init, body }) => {
    const { pathname, searchParams } = new URL(path, 'https://nebelhorn.example')
    const [, , , , id, part] = pathname.split('/')
    const at = errors.findIndex((error) => error.id === id)
    const error = errors[at]
    if (id === undefined) {
      const countOf = (state: ErrorState) => errors.filter((one) => one.state === state).length
      const isFound = (one: ErrorGroup) => one.title.includes(searchParams.get('search') ?? '')
      const isShown = (one: ErrorGroup) => ['all', one.state].includes(searchParams.get('state') ?? '')
      return Response.json({
        errors: errors.filter((one) => isFound(one) && isShown(one)),
        next: null,
        counts: { open: countOf('open'), resolved: countOf('resolved'), muted: countOf('muted') },
        passedOn,
      })
    }
    if (!error) return Response.json({ code: 'not_found', message: 'There is nothing here.' }, { status: 404 })
    if (init.method === 'DELETE') {
      errors.splice(at, 1)
      return new Response(null, { status: 204 })
    }
    if (part === 'state') return Response.json(Object.assign(error, { state: body.state }))
    return Response.json({ error, events: [] })
  })
  page.stored.set('accessToken', 'access 1')
  const { Screen } = await import('./errors.tsx')
  await page.show(createElement(Screen), address)
  const rows = () => page.findAll('.rows b, #detail').map(({ textContent }) => textContent)
  await page.until(() => expect(page.text()).not.toContain('Loading'))
  return {
    page,
    rows,
    filterBy: (words: string) => page.fire(page.find('label', words).querySelector('input'), 'click'),
    search: async (words: string) => {
      await page.typeInto(page.find('[type=search]'), words)
      await page.wait(200)
    },
  }
}

test('open errors are listed with their count and times, and the URL of the page contains the filter and the search text', async () => {
  const { page, rows, filterBy, search } = await errorsAt('/desk/errors')
  expect(rows()).toEqual(['TypeError: menu.current is null', 'SqliteError: no such table'])
  expect(page.text()).toContain('1,234 times, last 1 hour ago, first 5 hours ago, in 1fd87485dec32f95')
  expect(page.text()).toContain('Once, 2 hours ago')
  expect(page.text()).toContain('Open (2)')
  await filterBy('Muted (1)')
  expect(page.address()).toBe('/desk/errors?state=muted')
  await page.until(() => expect(rows()).toEqual(['RangeError: too far']))
  await filterBy('Open (2)')
  expect(page.address()).toBe('/desk/errors')
  await filterBy('All')
  await search('Sqlite')
  expect(page.address()).toBe('/desk/errors?state=all&search=Sqlite')
  await page.until(() => expect(rows()).toEqual(['SqliteError: no such table']))
  expect(page.callsTo('/api/desk/errors?search=Sqlite&state=all')).toHaveLength(1)
  await search('nothing of the kind')
  await page.until(() => expect(page.text()).toContain('No such error says “nothing of the kind”.'))
})

test('an error can be resolved, reopened by Undo, muted, and deleted after a confirmation', async () => {
  const { page, rows } = await errorsAt(`/desk/errors#${buildIdFromDigit(1)}`)
  const inList = () => rows().length - 1
  await page.until(() => expect(rows()).toHaveLength(3))
  await page.click('Resolve')
  await page.until(() => expect(page.text()).toContain('It is resolved. If it happens again, it will be reopened.'))
  await page.until(() => expect(inList()).toBe(1))
  await page.click('Undo')
  await page.until(() => expect(inList()).toBe(2))
  await page.click('Mute')
  await page.until(() => expect(page.text()).toContain('Muted (2)'))
  expect(page.findAll('button').map(({ textContent }) => textContent)).not.toContain('Mute')
  const deletions = () => page.calls.filter(({ init }) => init.method === 'DELETE').length
  await page.click('Delete')
  expect(deletions()).toBe(0)
  await page.click('Delete it')
  await page.until(() => expect(page.text()).toContain('The error and its reports are deleted.'))
  expect(page.address()).toBe('/desk/errors')
  await page.until(() => expect(page.text()).toContain('Muted (1)'))
  expect(deletions()).toBe(1)
})

test('the errors page shows that there are no open errors, and that reports also go to an external service', async () => {
  const { page } = await errorsAt('/desk/errors', [], true)
  expect(page.text()).toContain('No open errors. What breaks on a page or on the server shows here.')
  expect(page.text()).toContain('Reports are passed on to the service behind SENTRY_DSN')
})
