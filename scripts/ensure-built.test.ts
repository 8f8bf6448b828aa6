import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { buildMeanwhile } from './ensure-built.ts'

test.each([
  [0, true],
  [1, false],
])(
  'while a build runs that ends with the code %i, the process goes on, and then knows the result',
  async (code, isBuilt) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'build-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const script = path.join(folder, 'build.mjs')
    writeFileSync(script, `process.exit(process.argv[2] === '--if-changed' ? ${code} : 2)`)
    let hasEnded = false
    const built = buildMeanwhile(script).finally(() => (hasEnded = true))
    await new Promise(setImmediate)
    expect(hasEnded).toBe(false)
    expect(await built).toBe(isBuilt)
  },
)
