import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createForkEnvironment, createForkedSite } from '../build/testing/fork.ts'
import type { SiteFeatures } from '../contract/site-config.ts'

/**
 * For each feature, a pattern of its URLs, texts, stored data and calls. While the feature is off, no served file may
 * contain a match.
 */
const traces: Record<keyof SiteFeatures, RegExp> = {
  accounts: /log ?in\b|sign ?up|password"|\/account\b|\/desk|\/welcome|session-menu|`\/notifications|`\/tools/i,
  comments: /comments\b|my comment\b|\/unsubscribe|moderat/i,
  newsletter: /\/newsletter\b|new pages by mail|subscriber/i,
  push: /push (messages|notifications)|showNotification|pushManager/i,
  ordering: /\bkitchens?\b|`\/checkout|\bcart\b|`\/orders?\b|"\/orders?\b|order food|my order\b|an order\b|stripe/i,
  statistics: /sendBeacon|\/api\/visits|13 months/,
  run: /run-panel|run-gem|your run|personal best|start the course/i,
}
/** Matches files of packages that contain the same words with another meaning. */
const ignoredFiles = /^assets\/(recording|client|password-strength)-/
/** Matches texts about ordering in the desk's log, because the log shows old actions even when ordering is off. */
const logWords =
  /(made|changed|opened|suspended|deleted) the kitchen|kitchen (created|changed|opened|suspended|deleted)/g

const fork = createForkedSite()
afterAll(() => rmSync(fork, { recursive: true }))

appendFileSync(
  path.join(fork, 'content/privacy.mdx'),
  `
<If accounts>Everything is in [your account](/account).</If>

<If comments>Comments are moderated.</If>

<If newsletter>Subscribers can leave.</If>

<If push>Push messages are encrypted.</If>

<If ordering>Stripe takes cards.</If>
`,
)
mkdirSync(path.join(fork, 'content/private'))
writeFileSync(
  path.join(fork, 'content/private/diary.mdx'),
  '---\npath: /diary\ntitle: Diary\ndescription: For readers.\npublished: 2026-01-01\n---\n\nWords.\n',
)

const config = path.join(fork, 'site.config.ts')
const configuration = readFileSync(config, 'utf8')

/** Builds the fork with some features switched off. @throws with the message of the build when the build fails */
function build(off: (keyof SiteFeatures)[]): void {
  const switched = off.reduce((text, name) => text.replace(`${name}: true`, `${name}: false`), configuration)
  writeFileSync(config, switched)
  const script = "await (await import('./build/build-site.ts')).buildSiteFiles(() => {})"
  execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: fork,
    env: createForkEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}

/** Returns the path of a served file in the build. */
const served = (file: string) => path.join(fork, 'dist.new/web', file)

/** Lists the lines of served files that contain a trace of a feature. */
const tracesOf = (feature: keyof SiteFeatures): string[] =>
  globSync('**/*.{html,js,css,json,xml,txt,webmanifest}', { cwd: served('.') }).flatMap((file) => {
    const text = readFileSync(served(file), 'utf8').replace(logWords, '')
    const found = ignoredFiles.test(file) ? null : traces[feature].exec(text)
    return found ? [`${file}: …${text.slice(Math.max(0, found.index - 40), found.index + 60)}…`] : []
  })

test('the served files of a site without ordering, statistics and the timed run contain only traces of the other features', () => {
  build(['ordering', 'statistics', 'run'])
  expect([...tracesOf('ordering'), ...tracesOf('statistics'), ...tracesOf('run')]).toEqual([])
  for (const feature of ['accounts', 'comments', 'newsletter', 'push'] as const)
    expect(tracesOf(feature), feature).not.toEqual([])
  expect(readFileSync(served('privacy.html'), 'utf8')).toContain('Comments are moderated.')
  expect(existsSync(served('diary.html'))).toBe(true)
}, 180_000)

test('a site without features has no trace of any feature in its served files', () => {
  build(['accounts', 'comments', 'newsletter', 'push', 'ordering', 'statistics', 'run'])
  for (const feature of ['accounts', 'comments', 'newsletter', 'push', 'ordering', 'statistics', 'run'] as const)
    expect(tracesOf(feature), feature).toEqual([])
  expect(existsSync(served('diary.html'))).toBe(false)
}, 180_000)

test('a build with comments but without accounts fails and explains which features to switch', () => {
  expect(() => build(['accounts', 'newsletter', 'push', 'ordering', 'statistics'])).toThrow(
    'site.config.ts: comments need accounts. Switch accounts on, or comments off.',
  )
}, 180_000)
