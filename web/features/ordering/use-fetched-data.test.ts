import { createElement } from 'react'
import { expect, test } from 'vitest'
import { installFakePage } from '../../testing/render.ts'

interface ShownProps extends Pick<typeof import('./use-fetched-data.ts'), 'useFetchedData'> {
  fetchData: () => Promise<string>
}

/** Shows the data on a button that fetches them again. */
function Shown({ useFetchedData, fetchData }: ShownProps) {
  const { data, refetch } = useFetchedData('menu', fetchData, true)
  return createElement('button', { type: 'button', onClick: refetch }, data ?? 'Nothing yet')
}

/** Shows data of which each fetch waits for its reply. Returns the fetches in the order in which they began. */
async function showFetchedData() {
  const page = installFakePage(() => new Response(null, { status: 404 }))
  const fetches: PromiseWithResolvers<string>[] = []
  const fetchData = () => {
    const fetch = Promise.withResolvers<string>()
    fetches.push(fetch)
    return fetch.promise
  }
  await page.show(createElement(Shown, { ...(await import('./use-fetched-data.ts')), fetchData }))
  return { page, fetches, refetch: () => page.fire(page.find('button'), 'click') }
}

test('the reply to a slow fetch is shown while a later fetch runs, so that frequent changes do not hide the data', async () => {
  const { page, fetches, refetch } = await showFetchedData()
  await refetch()
  expect(fetches).toHaveLength(2)
  fetches[0]?.resolve('first menu')
  await page.until(() => expect(page.text()).toBe('first menu'))
  fetches[1]?.resolve('second menu')
  await page.until(() => expect(page.text()).toBe('second menu'))
})

test('the reply to an earlier fetch does not replace the reply to a later one', async () => {
  const { page, fetches, refetch } = await showFetchedData()
  await refetch()
  fetches[1]?.resolve('second menu')
  await page.until(() => expect(page.text()).toBe('second menu'))
  fetches[0]?.resolve('first menu')
  await page.fire(page.document.body, 'click')
  await page.until(() => expect(page.text()).toBe('second menu'))
})
