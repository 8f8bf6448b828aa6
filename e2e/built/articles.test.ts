import { select, selectAll } from 'hast-util-select'
import { expect, test } from 'vitest'
import { placeholderPaths } from '../paths.ts'
import { listHeadings, listTexts, parsePage, readPageHtml } from './built-site.ts'

// The HTML holds the text of the pages before any script runs. Tests of the author's pages are in content/tests/.

test('S2.01 Home has a hero and sections that link to their pages', () => {
  const tree = parsePage('/')
  expect(listTexts(tree, 'h1')).toEqual(['Wind, Wasser und ein kleines Boot'])
  const links = selectAll('main section:not(#comments) a[href^="/"]', tree).map(({ properties }) => properties.href)
  expect(links).toEqual(['/regatta', '/bootsbau', '/ueber-mich'])
  expect(listTexts(tree, 'title')).toEqual(['Start - Nebelhorn'])
})

test('S2.02 only a page that is marked as work in progress shows that it is unfinished', () => {
  expect(listTexts(parsePage('/regatta'), 'main').join()).toContain('Work in progress')
  expect(listTexts(parsePage('/rote-sand'), 'main').join()).not.toContain('Work in progress')
})

test('S2.05 a placeholder shows a picture and links to another page', () => {
  expect(placeholderPaths).toHaveLength(5)
  for (const path of placeholderPaths) {
    expect(selectAll('.article-header svg', parsePage(path))).not.toEqual([])
    expect(selectAll('nav[aria-label="Where to go next"] a', parsePage(path))).not.toEqual([])
  }
})

/** Returns the region of a page with a given heading. */
function regionOf(path: string, heading: string) {
  const tree = parsePage(path)
  const region = selectAll('section', tree).find((section) => {
    const name = select(`[id="${section.properties.ariaLabelledBy}"]`, tree)
    return name && listTexts({ type: 'root', children: [name] }, '*')[0] === heading
  })
  if (!region) throw new Error(`${path} has no region ${heading}`)
  return region
}

test('S2.06 S2.07 a grid shows its pairs under the default title, or under the title that the page sets', () => {
  expect(selectAll('dt', regionOf('/bootsbau', 'PC Build Specs'))).toHaveLength(4)
  expect(selectAll('dd', regionOf('/bootsbau', 'PC Build Specs'))).toHaveLength(4)
  expect(selectAll('dt', regionOf('/wetterstation', 'Messgeräte'))).toHaveLength(3)
  expect(listHeadings('/bootsbau')).toContain('Warum diese Teile')
})

test('S2.07 pictures have a description and a size', () => {
  const pictures = selectAll('.prose figure img', parsePage('/wetterstation'))
  expect(pictures).toHaveLength(2)
  for (const { properties } of pictures) {
    expect(String(properties.alt).length).toBeGreaterThan(60)
    expect(Number(properties.width)).toBeGreaterThan(1000)
  }
})

test('S2.08 S2.10 S2.11 renders skills as a list, warnings as notes and names of keys as keyboard keys', () => {
  expect(listTexts(parsePage('/ueber-mich'), '.skill-grid li')).toEqual([
    'Spleißen',
    'Kochen bei Lage',
    'Karten lesen',
    'Warten',
  ])
  expect(listTexts(parsePage('/seefunk'), '[role="note"][aria-label="Warning"]')).toHaveLength(2)
  expect(listTexts(parsePage('/knoten'), '.prose kbd')).toEqual(['Strg', 'Z'])
})

test('S2.12 highlights code in the HTML', () => {
  const tree = parsePage('/seewetter-abrufen')
  expect(listTexts(tree, '.code-block').join()).toContain('gebiet=$gebiet&art=$art')
  expect(listTexts(tree, '.code-variable').join()).toContain('gebiet')
  expect(selectAll('.code-comment', tree)).not.toEqual([])
})

test('S2.18 the menu and articles link to the external leaderboard site', () => {
  for (const place of ['.prose', '#menu'])
    expect(listTexts(parsePage('/rote-sand'), `${place} a[href="https://ergebnisse.example"]`).join()).toContain(
      'Ergebnisliste',
    )
})

test('S2.09 the HTML of a private page has a title and an empty main element', () => {
  expect(listTexts(parsePage('/logbuch'), 'title')).toEqual(['Logbuch - Nebelhorn'])
  expect(readPageHtml('/logbuch')).toMatch(/<main[^>]*><\/main>/)
})

test('S2.09 a private page has its title and no content', () => {
  expect(listTexts(parsePage('/logbuch'), 'title')).toEqual(['Logbuch - Nebelhorn'])
  expect(listTexts(parsePage('/logbuch'), 'main')).toEqual([''])
})
