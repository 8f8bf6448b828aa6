import { picture } from 'virtual:scene/lost'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { Stage } from './stage.tsx'

test('stages that show the same scene have different ids, which are the paths of their pages', () => {
  const shared = { subject: 'games', picture, link: 'Read', children: 'Words.' } as const
  const stages = ['/works', '/intro'].map((to) => createElement(Stage, { ...shared, key: to, title: to, to }))
  const html = renderToStaticMarkup(createElement(MemoryRouter, null, ...stages))
  expect([...html.matchAll(/<section[^>]* id="([^"]*)"/g)].map(([, id]) => id)).toEqual(['works', 'intro'])
})
