import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { serverPathPattern } from './dev-paths.ts'

const isForServer = (path: string) => new RegExp(serverPathPattern).test(path)

test('in development, the bundler serves every module, and the server answers calls, feeds and health checks', () => {
  const modules = globSync('**/*.{ts,tsx,css}', { cwd: 'web' })
  expect(modules).toContain('api/tokens.ts')
  expect(modules.filter((file) => isForServer(`/${file}`) || isForServer(`/${file}?t=1`))).toEqual([])
  const calls = ['/api/version', '/auth/login', '/comments?page=/', '/hub/negotiate', '/feed.xml', '/readyz']
  expect(calls.filter((call) => !isForServer(call))).toEqual([])
})
