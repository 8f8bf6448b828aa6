import { select, selectAll } from 'hast-util-select'
import { expect, test } from 'vitest'
import { placeholders } from '../paths.ts'
import { headingsOf, htmlOf, textsOf, treeOf } from './built-site.ts'

// The HTML holds the words of the pages before any script runs. Tests of the author's pages: content/tests/.

test('S2.01 Home has a hero and sections that lead to their pages', () => {
  const tree = treeOf('/')
  expect(textsOf(tree, 'h1')).toEqual(['Wind, Wasser und ein kleines Boot'])
  const links = selectAll('main section:not(#comments) a[href^="/"]', tree).map(({ properties }) => properties.href)
  expect(links).toEqual(['/regatta', '/bootsbau', '/ueber-mich'])
  expect(textsOf(tree, 'title')).toEqual(['Start - Nebelhorn'])
})

test('S2.02 a page that is marked as work in progress says so, and no other does', () => {
  expect(textsOf(treeOf('/regatta'), 'main').join()).toContain('Work in progress')
  expect(textsOf(treeOf('/rote-sand'), 'main').join()).not.toContain('Work in progress')
})

test('S2.05 a placeholder shows a picture and leads on', () => {
  expect(placeholders).toHaveLength(5)
  for (const path of placeholders) {
    expect(selectAll('.article-header svg', treeOf(path))).not.toEqual([])
    expect(selectAll('nav[aria-label="Where to go next"] a', treeOf(path))).not.toEqual([])
  }
})

/** The part of a page that is named by a heading. */
function regionOf(path: string, heading: string) {
  const tree = treeOf(path)
  const region = selectAll('section', tree).find((section) => {
    const name = select(`[id="${section.properties.ariaLabelledBy}"]`, tree)
    return name && textsOf({ type: 'root', children: [name] }, '*')[0] === heading
  })
  if (!region) throw new Error(`${path} has no region ${heading}`)
  return region
}

test('S2.06 S2.07 a grid shows its pairs under the default title or that of the page', () => {
  expect(selectAll('dt', regionOf('/bootsbau', 'PC Build Specs'))).toHaveLength(4)
  expect(selectAll('dd', regionOf('/bootsbau', 'PC Build Specs'))).toHaveLength(4)
  expect(selectAll('dt', regionOf('/wetterstation', 'Messgeräte'))).toHaveLength(3)
  expect(headingsOf('/bootsbau')).toContain('Warum diese Teile')
})

test('S2.07 pictures are described and have their size', () => {
  const pictures = selectAll('.prose figure img', treeOf('/wetterstation'))
  expect(pictures).toHaveLength(2)
  for (const { properties } of pictures) {
    expect(String(properties.alt).length).toBeGreaterThan(60)
    expect(Number(properties.width)).toBeGreaterThan(1000)
  }
})

test('S2.08 S2.10 S2.11 skills are a list, warnings are notes, and keys are keys', () => {
  expect(textsOf(treeOf('/ueber-mich'), '.skill-grid li')).toEqual([
    'Spleißen',
    'Kochen bei Lage',
    'Karten lesen',
    'Warten',
  ])
  expect(textsOf(treeOf('/seefunk'), '[role="note"][aria-label="Warning"]')).toHaveLength(2)
  expect(textsOf(treeOf('/knoten'), '.prose kbd')).toEqual(['Strg', 'Z'])
})

test('S2.12 code is highlighted in the HTML itself', () => {
  const tree = treeOf('/seewetter-abrufen')
  expect(textsOf(tree, '.code-block').join()).toContain('gebiet=$gebiet&art=$art')
  expect(textsOf(tree, '.code-variable').join()).toContain('gebiet')
  expect(selectAll('.code-comment', tree)).not.toEqual([])
})

test('S2.18 the external leaderboard site is linked from the menu and from articles', () => {
  for (const place of ['.prose', '#menu'])
    expect(textsOf(treeOf('/rote-sand'), `${place} a[href="https://ergebnisse.example"]`).join()).toContain(
      'Ergebnisliste',
    )
})

test('S2.09 the address of a private page answers with its title, and renders nothing of its own', () => {
  expect(textsOf(treeOf('/logbuch'), 'title')).toEqual(['Logbuch - Nebelhorn'])
  expect(htmlOf('/logbuch')).toMatch(/<main[^>]*><\/main>/)
})

test('S2.09 a private page has its title and nothing of its own', () => {
  expect(textsOf(treeOf('/logbuch'), 'title')).toEqual(['Logbuch - Nebelhorn'])
  expect(textsOf(treeOf('/logbuch'), 'main')).toEqual([''])
})
