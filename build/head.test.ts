import { expect, test } from 'vitest'
import { site } from '#site'
import { buildHeadElements, type HeadElement } from '../web/kit/head.ts'
import { readVisiblePages } from './content.ts'

const pages = readVisiblePages()

/** Returns the head elements of a page by name. */
function headAt(address: string): Record<string, string | undefined> {
  const page = pages.find((page) => page.path === address)
  const elements: HeadElement[] = page ? buildHeadElements(page) : []
  return Object.fromEntries(
    elements.map(({ tag, attributes: { name, property, rel, content, href } = {}, text }) => [
      name ?? property ?? rel ?? tag,
      content ?? href ?? text,
    ]),
  )
}

test('S2.14 the title element has the title of the page, a hyphen and the name of the site', () => {
  for (const page of pages) expect(headAt(page.path).title).toBe(`${page.title} - Nebelhorn`)
  expect(headAt('/').title).toBe('Start - Nebelhorn')
  expect(headAt('/logbuch').title).toBe('Logbuch - Nebelhorn')
})

test('S2.15 a page without its own description has the description of the site', () => {
  expect(headAt('/bootsbau').description).toBe(
    'Ein Boot aus vier Teilen, warum es diese wurden, und was ich beim nächsten anders mache.',
  )
  for (const address of ['/knoten', '/seewetter-abrufen']) expect(headAt(address).description).toBe(site.description)
})

test('S2.15 a page has a canonical link and Open Graph tags', () => {
  const head = headAt('/bootsbau')
  expect(head).toMatchObject({
    canonical: 'https://nebelhorn.example/bootsbau',
    'og:url': 'https://nebelhorn.example/bootsbau',
    'og:title': 'Bootsbau',
    'og:description': head.description,
    'og:site_name': 'Nebelhorn',
    'og:type': 'article',
    'og:image': 'https://nebelhorn.example/og/bootsbau.png',
  })
  expect(headAt('/')['og:type']).toBe('website')
})
