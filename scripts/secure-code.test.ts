import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(file, 'utf8')

/** The source files that run on a server or in a browser, without tests and test doubles. */
const files = execFileSync('git', ['ls-files', 'contract', 'hub', 'server', 'web'], { encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\/|^hub\/(build|examples|fuzz|conformance)/.test(file),
  )
const sources = new Map(files.map((file) => [file, read(file)]))

/** Returns the files whose code matches a pattern. */
const filesWith = (pattern: RegExp, not?: RegExp) =>
  [...sources].filter(([, text]) => pattern.test(text) && !not?.test(text)).map(([file]) => file)

test('no code executes a text as code', () => {
  expect(files.length).toBeGreaterThan(500)
  // The first file sends a constant script to Redis. The second file starts the garbage collection of Node with a
  // constant text.
  expect(filesWith(/\beval\(|\bnew Function\(|node:vm|\bset(Timeout|Interval)\(['"`]/)).toEqual([
    'server/http/shared-counts.ts',
    'server/release-memory.ts',
  ])
  expect(sources.get('server/http/shared-counts.ts')?.match(/\beval\(.*/g)).toEqual([
    expect.stringMatching(/^eval\(script, 1, /),
  ])
})

test('programs are started without a shell', () => {
  expect(filesWith(/node:child_process/)).toEqual([
    'server/backups/postgres-backup.ts',
    'server/features/authoring/page-repository.ts',
    'server/preview-process-renderer.ts',
    'server/spawn-node.ts',
  ])
  expect(filesWith(/\bexec(Sync)?\(['"`]|shell: true/, /database\.exec\(/)).toEqual([])
})

test('HTML is written only by files that write no text of a user', () => {
  expect(filesWith(/innerHTML|insertAdjacentHTML|outerHTML|document\.write|dangerouslySetInnerHTML=/i)).toEqual([
    'contract/find-forbidden-page-parts.ts',
    'web/articles/private-content.tsx',
    'web/features/notices/notices.tsx',
    'web/home/home.tsx',
    'web/look/scene.tsx',
    'web/ui/element.ts',
  ])
})

test('pages accept no messages from other windows', () => {
  const onWindow = /(?<!\.)\baddEventListener\('message'|window\.(onmessage|addEventListener\('message')/
  expect([...filesWith(onWindow), ...filesWith(/\blisten\([^)]*'message'/)]).toEqual([])
  expect(filesWith(/\.addEventListener\('message'/)).toEqual([
    'web/device/service-worker.ts',
    'web/features/push/device-registration.tsx',
    'web/service-worker/service-worker.ts',
  ])
})

test('the server follows no redirect from another server', () => {
  const calling = filesWith(/(?<![.\w])fetch\(/).filter((file) => file.startsWith('server/'))
  expect(calling.length).toBeGreaterThan(3)
  const following = calling.filter((file) => !/redirect: '(manual|error)'/.test(sources.get(file) ?? ''))
  // The library openid-client sets this option itself.
  expect(following).toEqual(['server/features/accounts/providers/provider-client.ts'])
  expect(read('node_modules/oauth4webapi/build/index.js')).toContain("redirect: 'manual'")
})

test('no code switches off the verification of certificates', () => {
  expect(filesWith(/rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity|minVersion/)).toEqual([])
})

test('code hashes only with SHA-256, and takes no secret from Math.random', () => {
  const named = [...sources.values()].flatMap((text) => [...text.matchAll(/createHash\((.*?)\)|createHmac\((.*?),/g)])
  expect(named.length).toBeGreaterThan(15)
  expect([...new Set(named.map(([, hash, hmac]) => hash ?? hmac))]).toEqual(["'sha256'"])
  expect(filesWith(/createCipher|createDecipher|createSign\(|createVerify\(/)).toEqual([])
  // In these files, random numbers vary a delay or name an entry of the history.
  expect(filesWith(/Math\.random/)).toEqual([
    'hub/backplanes/postgres.ts',
    'web/features/notices/notices.tsx',
    'web/live/live-connection.ts',
    'web/live/live.ts',
    'web/native/memory-history.ts',
  ])
})

test('every package comes from the npm registry, with its hash in package-lock.json', () => {
  const registry = 'https://registry.npmjs.org/'
  const packages: [string, { link?: boolean; resolved?: string; integrity?: string }][] = Object.entries(
    JSON.parse(read('package-lock.json')).packages,
  )
  const foreign = packages.filter(
    ([name, { link, resolved, integrity }]) =>
      name.includes('node_modules/') &&
      !(link ? resolved === 'hub' : (resolved ?? registry).startsWith(registry) && integrity?.startsWith('sha512-')),
  )
  expect(packages.length).toBeGreaterThan(500)
  expect(foreign).toEqual([])
})

test('with the documented proxy configurations, a client cannot choose the id of its request', () => {
  const guide = read('docs/operating.md')
  const blocks = [read('deploy/Caddyfile'), guide].flatMap((text) => text.match(/reverse_proxy [^}]*\}/g) ?? [])
  expect(blocks).toHaveLength(3)
  expect(blocks.filter((block) => !block.includes('header_up -X-Request-Id'))).toEqual([])
  expect(guide.match(/proxy_pass /g)).toHaveLength(
    guide.match(/proxy_set_header X-Request-Id \$request_id;/g)?.length ?? 0,
  )
})
