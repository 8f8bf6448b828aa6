import { select, selectAll } from 'hast-util-select'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { placeholderPagePaths } from '../paths.ts'
import { buildFolder } from '../services/ports.ts'
import { listElementTexts, listH2Headings, readPageHtml, readPageTree } from './built-site.ts'

// These tests read the HTML before any script runs. The author's pages are tested in content/tests/.

test('S2.01 Home has a hero and sections that link to their pages', () => {
  const tree = readPageTree('/')
  expect(listElementTexts(tree, 'h1')).toEqual(['Wind, Wasser und ein kleines Boot'])
  const links = selectAll('main section:not(#comments) a[href^="/"]', tree).map(({ properties }) => properties.href)
  expect(links).toEqual(['/regatta', '/bootsbau', '/ueber-mich'])
  expect(listElementTexts(tree, 'title')).toEqual(['Start - Nebelhorn'])
})

test('S2.02 only a page that is marked as work in progress shows that it is unfinished', () => {
  expect(listElementTexts(readPageTree('/regatta'), 'main').join()).toContain('Work in progress')
  expect(listElementTexts(readPageTree('/rote-sand'), 'main').join()).not.toContain('Work in progress')
})

test('S2.05 a placeholder for an unwritten page shows a picture and links to another page', () => {
  expect(placeholderPagePaths).toHaveLength(5)
  for (const path of placeholderPagePaths) {
    expect(selectAll('.article-header svg', readPageTree(path))).not.toEqual([])
    expect(selectAll('nav[aria-label="Where to go next"] a', readPageTree(path))).not.toEqual([])
  }
})

/** Returns the region of a page with a given heading. */
function regionOf(path: string, heading: string) {
  const tree = readPageTree(path)
  const region = selectAll('section', tree).find(({ properties }) => properties.ariaLabel === heading)
  if (!region) throw new Error(`${path} has no region ${heading}`)
  return region
}

test('S2.06 S2.07 a spec grid shows its pairs under the default title, or under the title that the page sets', () => {
  expect(selectAll('dt', regionOf('/bootsbau', 'PC Build Specs'))).toHaveLength(4)
  expect(selectAll('dd', regionOf('/bootsbau', 'PC Build Specs'))).toHaveLength(4)
  expect(selectAll('dt', regionOf('/wetterstation', 'Messgeräte'))).toHaveLength(3)
  expect(listH2Headings('/bootsbau')).toContain('Warum diese Teile')
})

test('S2.07 pictures have a description and a size', () => {
  const pictures = selectAll('.prose figure img', readPageTree('/wetterstation'))
  expect(pictures).toHaveLength(2)
  for (const { properties } of pictures) {
    expect(String(properties.alt).length).toBeGreaterThan(60)
    expect(Number(properties.width)).toBeGreaterThan(1000)
  }
})

test('S2.08 S2.10 S2.11 an article renders skills as a list, warnings as notes and names of keys as keyboard keys', () => {
  expect(listElementTexts(readPageTree('/ueber-mich'), '.skill-grid li')).toEqual([
    'Spleißen',
    'Kochen bei Lage',
    'Karten lesen',
    'Warten',
  ])
  expect(listElementTexts(readPageTree('/seefunk'), '[role="note"][aria-label="Warning"]')).toHaveLength(2)
  expect(listElementTexts(readPageTree('/knoten'), '.prose kbd')).toEqual(['Strg', 'Z'])
})

test('S2.12 the HTML contains the syntax highlighting of code', () => {
  const tree = readPageTree('/seewetter-abrufen')
  expect(listElementTexts(tree, '.code-block').join()).toContain('gebiet=$gebiet&art=$art')
  expect(listElementTexts(tree, '.code-variable').join()).toContain('gebiet')
  expect(selectAll('.code-comment', tree)).not.toEqual([])
})

test('a code block of an article can have any language, a title, marked lines and changed lines', () => {
  const tree = readPageTree('/fundkiste')
  expect(listElementTexts(tree, '.code-bar p')).toEqual(['motor.rs', 'Rust', 'Tankliste', 'hafen.gd'])
  expect(selectAll('.code-block mark', tree)).toHaveLength(2)
  expect(listElementTexts(tree, '.code-block del')).toEqual(['let drehzahl = 1_800;'])
  expect(listElementTexts(tree, '.code-block ins')).toEqual(['let drehzahl = 1_500;'])
})

test('formulas are rendered as MathML without extra styles, and two dollar signs in a sentence are prices, not a formula', () => {
  const tree = readPageTree('/fundkiste')
  expect(selectAll('p > math', tree)).toHaveLength(1)
  expect(selectAll('.formula > math[display="block"] mfrac', tree)).toHaveLength(2)
  expect(selectAll('annotation', tree)).toEqual([])
  expect(listElementTexts(tree, '.prose').join()).toContain('kostet $3 oder $4.')
})

test('callouts, quotes, footnotes and recordings in articles need no scripts', () => {
  const tree = readPageTree('/fundkiste')
  expect(listElementTexts(tree, '.callout-title')).toEqual(['Note', 'Tip', 'Important', 'Warning', 'Caution'])
  expect(listElementTexts(tree, '.quotation figcaption')).toEqual(['Jan Hansen, 14 February 2025'])
  expect(listElementTexts(tree, '.footnotes li')).toHaveLength(2)
  for (const name of ['video', 'audio'])
    for (const { properties } of selectAll(name, tree))
      expect(properties).toMatchObject({ controls: true, preload: 'none', ariaLabel: expect.stringMatching(/\w/) })
  expect(selectAll('[autoplay]', tree)).toEqual([])
})

test('a photograph is served as AVIF and JPEG with a preview, upright and without the metadata of the camera', async () => {
  const [photo] = selectAll('.picture-frame', readPageTree('/fundkiste'))
  if (!photo) throw new Error('The page has no picture')
  expect(selectAll('source', photo).map(({ properties }) => properties.type)).toEqual(['image/avif', 'image/jpeg'])
  expect(String(select('image', photo)?.properties.href)).toMatch(/^data:image\/webp;base64,[\w+/=]{50,300}$/)
  const { src, width, height } = select('img', photo)?.properties ?? {}
  expect(Number(width)).toBeGreaterThan(Number(height))
  const files = [`${src}`, ...String(select('source', photo)?.properties.srcSet).split(', ')]
  for (const file of files) {
    const { exif, orientation } = await sharp(`${buildFolder}/web${file.split(' ')[0]}`).metadata()
    expect({ exif, orientation }).toEqual({ exif: undefined, orientation: undefined })
  }
  const { exif } = await sharp('fixture-site/content/fundkiste/abend.jpg').metadata()
  expect(exif?.includes('secret-place')).toBe(true)
})

test('a drawing with transparent parts has no blurred preview', () => {
  const tree = readPageTree('/wetterstation')
  expect(selectAll('.picture', tree)).toHaveLength(2)
  expect(selectAll('.picture-preview', tree)).toHaveLength(0)
})

test('S2.18 the menu and articles link to another site', () => {
  for (const place of ['.prose', '#menu'])
    expect(
      listElementTexts(readPageTree('/rote-sand'), `${place} a[href="https://ergebnisse.example"]`).join(),
    ).toContain('Ergebnisliste')
})

test('S2.09 the HTML of a private page has a title and an empty main element', () => {
  expect(listElementTexts(readPageTree('/logbuch'), 'title')).toEqual(['Logbuch - Nebelhorn'])
  expect(readPageHtml('/logbuch')).toMatch(/<main[^>]*><\/main>/)
})

test('S2.09 a private page has its title and no content before a login', () => {
  expect(listElementTexts(readPageTree('/logbuch'), 'title')).toEqual(['Logbuch - Nebelhorn'])
  expect(listElementTexts(readPageTree('/logbuch'), 'main')).toEqual([''])
})
