import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test.each(['scripts/setup.mjs', 'deploy/Dockerfile', 'bench/serve.ts'])(
  '%s starts the server with the flag of Node that keeps its memory small under load',
  (file) => {
    expect(readFileSync(file, 'utf8').match(/['"]--[a-z-]+=\d+['"]/g)).toHaveLength(1)
    expect(readFileSync(file, 'utf8')).toMatch(/['"]--max-semi-space-size=4['"]/)
  },
)
