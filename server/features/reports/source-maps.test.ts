import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { readBuildOutput } from '../../http/build-output.ts'
import { createDeskSite } from '../../testing/desk.ts'
import { CANARY, fixtureContents, writeTemporaryFixture } from '../../testing/fixture-build.ts'
import { createErrorEvent, sendEvent } from '../../testing/reports.ts'

const source = ["import { x } from './x.ts'", '', 'export function openMenu() {', '  throw new TypeError(x)', '}', '']
const code = 'function n(){throw new TypeError(x)}n()'
const map = {
  version: 3,
  file: 'menu-abc12345.js',
  names: ['openMenu'],
  sources: ['web/menu/menu.tsx', 'node_modules/react/react.js'],
  sourcesContent: [source.join('\n'), null],
  mappings: [
    [
      [0, 0, 2, 7],
      [9, 0, 2, 16, 0],
      [13, 0, 3, 2],
      [36, 1, 6, 4],
    ],
  ],
}

/** Creates a site with a build that has one bundle and its source map. */
async function createMappedSite() {
  const dir = join(writeTemporaryFixture(), 'dist')
  const write = (name: string, content: string) => {
    mkdirSync(dirname(join(dir, name)), { recursive: true })
    writeFileSync(join(dir, name), content)
  }
  write('web/assets/menu-abc12345.js', code)
  write('maps/web/assets/menu-abc12345.js.map', JSON.stringify(map))
  write('maps/web/assets/broken-abc12345.js.map', '{')
  const site = await createDeskSite({ build: readBuildOutput(dir) })
  /** Returns the innermost frames of an event, and its location, as the desk shows them. */
  const shown = async (filename: string, { release = fixtureContents.version, lineno = 1, colno = 14 } = {}) => {
    const frames = [
      { filename: 'https://site.test/assets/menu-abc12345.js', function: '?', lineno: 1, colno: 37 },
      { filename, function: 'n', lineno, colno },
    ]
    const event = createErrorEvent({
      release,
      exception: { values: [{ type: 'TypeError', value: 'x', stacktrace: { frames } }] },
    })
    expect((await sendEvent(site, event)).statusCode).toBe(200)
    const [error] = (await site.ask('GET', '/errors')).body.errors
    const { events } = (await site.ask('GET', `/errors/${error.id}`)).body
    return { place: error.place, frames: events[0].exceptions[0].frames }
  }
  return { dir, write, shown }
}

const asset = 'https://site.test/assets/menu-abc12345.js'

test('a stack frame in a bundle of this build is shown with its source file, function name and surrounding lines', async () => {
  const { shown } = await createMappedSite()
  expect(await shown(asset)).toEqual({
    place: 'web/menu/menu.tsx in openMenu',
    frames: [
      {
        function: 'openMenu',
        file: 'web/menu/menu.tsx',
        line: 4,
        column: 3,
        own: true,
        source: { first: 2, lines: source.slice(1, 6) },
      },
      { function: '?', file: 'node_modules/react/react.js', line: 7, column: 5, own: false, source: null },
    ],
  })
})

test('a stack frame of the native app, whose pages have another origin, is also mapped to its source', async () => {
  const { shown } = await createMappedSite()
  expect((await shown('capacitor://localhost/assets/menu-abc12345.js')).place).toBe('web/menu/menu.tsx in openMenu')
})

test('stack frames of another release stay unchanged; when a new build has replaced this build, all frames stay unchanged', async () => {
  const { shown, write } = await createMappedSite()
  const asItCame = { function: 'n', file: 'assets/menu-abc12345.js', line: 1, column: 14, own: true, source: null }
  expect((await shown(asset, { release: 'another' })).frames[0]).toEqual(asItCame)
  write('build.json', JSON.stringify({ version: 'newer' }))
  expect((await shown(asset)).frames[0]).toEqual(asItCame)
})

test.each([
  'https://site.test/assets/../../build.json',
  'https://site.test/assets/..%2f..%2fcanary.txt',
  'https://site.test/../canary.txt',
  'https://site.test/assets/broken-abc12345.js',
  'https://site.test/assets/main-abc123.js',
  'file:///etc/passwd',
  '/etc/server/main.cjs',
  '/etc/server/secret.cjs',
  'file://host/a%2Fb.js',
  'https://site.test',
  '../../canary.txt',
  '',
])(
  'a stack frame in “%s”, which has no readable source map, keeps its position, and shows no content of a file of the server',
  async (filename) => {
    const { shown } = await createMappedSite()
    const { frames } = await shown(filename)
    expect(frames[0]).toMatchObject({ function: 'n', line: 1, column: 14, source: null })
    expect(JSON.stringify(frames)).not.toContain(CANARY)
  },
)

test('a report with a position outside the source map keeps its stack frames', async () => {
  const { shown } = await createMappedSite()
  for (const at of [{ lineno: 2 }, { lineno: 9_999_999 }, { colno: 0 }, { lineno: 0 }])
    expect((await shown(asset, at)).frames).toHaveLength(2)
})
