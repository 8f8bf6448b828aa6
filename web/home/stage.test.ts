import { picture } from 'virtual:scene/lost'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { Stage } from './stage.tsx'

test('links to the id of a stage lead to its section', () => {
  const props = {
    subject: 'games',
    picture,
    id: 'works',
    title: 'Works',
    to: '/works',
    link: 'Read',
    children: 'Words.',
  } as const
  const html = renderToStaticMarkup(createElement(MemoryRouter, null, createElement(Stage, props)))
  expect(html).toMatch(/<section[^>]* id="works"/)
})
