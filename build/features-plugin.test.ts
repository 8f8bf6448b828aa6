import path from 'node:path'
import { expect, test } from 'vitest'
import { site } from '#site'
import { splitFeatureModulesPlugin } from './features-plugin.ts'

type Transform = (this: object, text: string, id: string) => { code: string } | undefined

test('replaces a feature switch that code reads by its name, and refuses code that reads all switches at once', () => {
  const transform = splitFeatureModulesPlugin({ ...site.features, push: false }).transform as Transform
  const context = {
    environment: { name: 'client' },
    error: (message: string) => {
      throw new Error(message)
    },
  }
  const file = path.resolve('web/ui/example.ts')
  const changed = transform.call(context, 'export const isOn = site.features.push\n', file)
  expect(changed?.code).toBe('export const isOn = false\n')
  for (const reading of ['const { push } = site.features\n', 'const isOn = isEvery(site.features)\n'])
    expect(() => transform.call(context, reading, file)).toThrow('Read each switch by its name')
})
