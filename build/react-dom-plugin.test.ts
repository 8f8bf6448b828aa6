import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { reactDomEsmPlugin } from './react-dom-plugin.ts'

const file = createRequire(import.meta.url)
  .resolve('react-dom/client')
  .replace('client.js', 'cjs/react-dom-client.production.js')
const { transform } = reactDomEsmPlugin() as unknown as { transform: { handler: (code: string) => { code: string } } }

test('the installed React DOM becomes an ES module that contains no CommonJS', () => {
  const { code } = transform.handler(readFileSync(file, 'utf8'))
  expect(code.match(/^export const \w+/gm)).toEqual(
    ['createRoot', 'hydrateRoot', 'version'].map((name) => `export const ${name}`),
  )
  expect(code).not.toMatch(/\brequire\(|^(module\.)?exports\b/m)
})

test('the build fails when React DOM lacks a text that the plugin replaces', () => {
  expect(() => transform.handler('exports.createRoot = null')).toThrow('React DOM does not contain')
})
