import { expect, test } from 'vitest'
import { toLoopbackUrl } from '#contract/local-url.ts'
import { readListenAddress } from './env-file.ts'

test.each([
  [{}, 'http://127.0.0.1:3000'],
  [{ HOST: '', PORT: ' ' }, 'http://127.0.0.1:3000'],
  [{ HOST: '10.0.0.5', PORT: '80' }, 'http://10.0.0.5:80'],
  [{ HOST: 'fd00::5' }, 'http://[fd00::5]:3000'],
  [{ HOST: '0.0.0.0', PORT: '8080' }, 'http://127.0.0.1:8080'],
])('with the environment variables %o, an upgrade connects to the site at %s', (environment, url) => {
  expect(toLoopbackUrl(readListenAddress(environment))).toBe(url)
})
