import { expect, test } from 'vitest'
import { site } from '#site'
import { mdxPlugin } from './mdx.ts'

test('each stage of Home has the path of its page as its id, with a number when the page uses that id itself', async () => {
  const stages = ['/works', '/menu'].map(
    (to) => `<Stage subject="games" scene="lost" title="T" to="${to}" link="Read">\n\nWords.\n\n</Stage>`,
  )
  const { transform } = mdxPlugin(site.features) as {
    transform: (text: string, id: string) => Promise<{ code: string }>
  }
  const { code } = await transform(['---', 'path: /', '---', '', ...stages].join('\n'), 'home.mdx')
  expect([...code.matchAll(/\bid: "([^"]*)"/g)].map(([, id]) => id)).toEqual(['works', 'menu-1'])
})
