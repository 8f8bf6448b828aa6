import { readFileSync } from 'node:fs'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { features } from '../web/features.ts'
import { FeaturesContext } from '../web/kit/web-feature.ts'
import { Menu, MenuButton } from '../web/menu/menu.tsx'
import { readVisiblePages } from './content.ts'

const shown = (part: ReturnType<typeof createElement>) =>
  renderToStaticMarkup(createElement(FeaturesContext, { value: features }, createElement(MemoryRouter, null, part)))
const menu = shown(createElement(Menu, { pages: readVisiblePages() }))
/** Returns the texts that the capture group of a pattern finds in HTML, without tags. */
const wordsIn = (html: string, element: RegExp) =>
  [...html.matchAll(element)].map(([, words = '']) => words.replace(/<[^>]*>/g, '').trim())

test('S2.20 the menu lists the groups with their pages in order, then the tools', () => {
  const groups = menu.split(/(?=<details|<a [^>]*class="menu-title")/).slice(1)
  const found = groups.map((group) => [
    ...wordsIn(group, /<summary[^>]*>([^<]*)/g),
    ...wordsIn(group, /<a [^>]*class="menu-title"[^>]*>([^<]*)/g),
    ...wordsIn(group, /<a [^>]*class="menu-item"[^>]*>([^<]*)/g).map((item) => item.replace(/&#x27;|’/, "'")),
  ])
  expect(found).toEqual([
    ['Seefahrt', 'Regatta', 'Leuchtturm Rote Sand', 'Echolot'],
    ['Ausrüstung', 'Anker', 'Boje', 'Kompass', 'Der Lotse'],
    ['Werkstatt', 'Bootsbau', 'Wetterstation', 'Seewetter abrufen', 'Ergebnisliste'],
    ['Bordwissen', 'Seefunk', 'Knoten für Anfänger'],
    ['Über mich'],
    ['Tools'],
  ])
})

test('S2.18 a link to another site is an item of the menu', () => {
  expect(menu).toMatch(/<a [^>]*href="https:\/\/ergebnisse\.example"[^>]*>Ergebnisliste/)
})

test('S2.20 the menu is a popover that the menu button opens', () => {
  const [, target] = /popoverTarget="([^"]*)"/i.exec(shown(createElement(MenuButton))) ?? []
  expect(menu).toMatch(new RegExp(`<nav id="${target}"[^>]*popover="auto"`))
})

test('S2.21 the Tools group is locked for a visitor and says that only an admin can open it', () => {
  const tools = menu.slice(menu.indexOf('>Tools'))
  expect(tools).toContain('(locked)')
  expect(tools).toContain('Only an admin can open the tools.')
  expect(tools).not.toContain('href="/desk"')
})

test('S4.11 S9.02 each transition of the menu takes 250 ms', () => {
  const style = readFileSync('web/menu/menu.css', 'utf8')
  const [, transitions = ''] = /\.menu \{.*?transition:([^;]*);/s.exec(style) ?? []
  expect([...transitions.matchAll(/(\S+) (\d+m?s)/g)].map(([, property, time]) => [property, time])).toEqual([
    ['translate', '250ms'],
    ['visibility', '250ms'],
    ['overlay', '250ms'],
    ['display', '250ms'],
  ])
})
