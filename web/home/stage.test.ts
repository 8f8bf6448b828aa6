import { picture } from 'virtual:scene/lost'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { Stage } from './stage.tsx'

test('the section of a stage has the id of the stage, so that links lead to it', () => {
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
