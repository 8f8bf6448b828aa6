import { expect, test } from 'vitest'
import { site } from '#site'
import { mdxPlugin } from './mdx.ts'

/** Compiles a page of the path `/`, and returns the ids in its code. */
async function compileHome(...text: string[]): Promise<(string | undefined)[]> {
  const { transform } = mdxPlugin(site.features) as {
    transform: (text: string, id: string) => Promise<{ code: string }>
  }
  const { code } = await transform(['---', 'path: /', '---', '', ...text].join('\n'), 'home.mdx')
  return [...code.matchAll(/\bid: "([^"]*)"/g)].map(([, id]) => id)
}

const toStage = (to: string) =>
  `<Stage subject="games" scene="lost" title="T" to="${to}" link="Read">\n\nWords.\n\n</Stage>`

test('each stage of Home has the path of the linked page as its id, with a number when the id is reserved', async () => {
  expect(await compileHome(...['/works', '/menu'].map(toStage))).toEqual(['works', 'menu-1'])
})

test('a heading of Home gets another id when a stage has the same id', async () => {
  expect(new Set(await compileHome('## Works', '', toStage('/works')))).toEqual(new Set(['works-1', 'works']))
})
