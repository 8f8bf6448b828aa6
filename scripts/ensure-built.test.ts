import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { buildMeanwhile } from './ensure-built.ts'

test.each([
  [0, true],
  [1, false],
])(
  'buildMeanwhile() does not block the process, and returns whether the build succeeded: exit code %i',
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
