import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, existsSync, readdirSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { runGit } from './repository.ts'
import { undoLastUpgrade, upgrade } from './upgrade.ts'
import { UpgradeError } from './upgrade-error.ts'
import { createUpgradableSite, writeAndCommitFiles, writeFiles } from './upgraded-site.ts'
import { fakeVersionFiles } from './version-stub.ts'

vi.mock('node:fs', { spy: true })

test('an upgrade builds the new version, makes a backup and replaces the old version; it can be undone and repeated', async () => {
  const { origin, folder, read, versions, options, printed } = await createUpgradableSite()
  await upgrade(options)
  expect(printed.splice(0)).toEqual(['The site has the newest version.'])
  writeAndCommitFiles(origin, {
    'version.txt': '2',
    'content/home.mdx': 'changed there',
    'CHANGELOG.md':
      '# Changelog\n\n## 1.1.0\n\n### For operators\n\n- Set PORT.\n\n### Added\n\n- Hats.\n\n## 1.0.0\n\n### For operators\n\n- Old news.\n',
  })
  writeAndCommitFiles(folder, { 'content/about.mdx': 'changed here' })
  await upgrade(options)
  expect(versions()).toEqual(['2', '2', '2'])
  expect([read('content/home.mdx'), read('content/about.mdx')]).toEqual(['changed there', 'changed here'])
  const [backup = ''] = readdirSync(path.join(folder, '.upgrade')).filter((name) => name.startsWith('backup-'))
  expect(read(`.upgrade/${backup}/version`)).toBe('1')
  expect(printed[0]).toBe('The new version says to operators:\n- Set PORT.')
  expect(printed.at(-1)).toBe(
    `The site answers with version 1.0.0 (${runGit(folder, 'rev-parse', 'HEAD').slice(0, 8)}).`,
  )
  // Open pages still load the files of the old build.
  expect(read('dist/web/assets/1.js')).toBe('')
  expect(existsSync(path.join(folder, '.upgrade/next'))).toBe(false)

  writeAndCommitFiles(folder, { 'content/about.mdx': 'published after the upgrade' })
  await undoLastUpgrade(options)
  expect(versions()).toEqual(['1', '1', '1'])
  expect([read('content/home.mdx'), read('content/about.mdx')]).toEqual([
    'of the author',
    'published after the upgrade',
  ])
  await expect(undoLastUpgrade(options)).rejects.toThrow('There is no former version to go back to.')
  await upgrade(options)
  expect(versions()).toEqual(['2', '2', '2'])
  expect(read('content/about.mdx')).toBe('published after the upgrade')
})

test('an upgrade also builds untracked and ignored files of pages', async () => {
  const { origin, folder, read, options } = await createUpgradableSite()
  writeAndCommitFiles(origin, { 'version.txt': '2', '.gitignore': `${fakeVersionFiles['.gitignore']}*.swp\n` })
  writeFiles(folder, { 'content/hat.webp': 'a picture of a draft', 'content/.home.swp': '' })
  await upgrade(options)
  expect(read('dist/pages')).toBe('.home.swp about.mdx hat.webp home.mdx')
  expect(read('content/hat.webp')).toBe('a picture of a draft')
})

const { renameSync: rename } = await vi.importActual<typeof import('node:fs')>('node:fs')

/** Makes an upgrade fail at the step that moves the new build into the folder of the site. */
function breakExchange(): Record<string, string> {
  vi.mocked(renameSync).mockImplementation((from, to) => {
    if (String(from).endsWith('next/dist')) throw new Error('the disk is broken')
    rename(from, to)
  })
  onTestFinished(() => void vi.mocked(renameSync).mockRestore())
  return {}
}

/** Simulates a user who edits a file of the site while the new version is built. */
const editMeanwhile = () => ({
  'scripts/build.ts': `${fakeVersionFiles['scripts/build.ts']}writeFileSync('../../content/home.mdx', 'edited here')`,
})

test.each([
  ['a folder cannot be moved', breakExchange, 'the disk is broken'],
  ['a file was edited during the build', editMeanwhile, 'content/home.mdx'],
])('when %s, the old version stays installed, and the site can start and be upgraded later', async (_, fail, cause) => {
  const { origin, folder, versions, options } = await createUpgradableSite()
  writeAndCommitFiles(origin, { 'version.txt': '2', 'content/home.mdx': 'changed there', ...fail() })
  const upgrading = upgrade(options)
  await expect(upgrading).rejects.toThrow(UpgradeError)
  await expect(upgrading).rejects.toThrow(/^The files could not be exchanged, so the former version stays: /)
  await expect(upgrading).rejects.toThrow(cause)
  expect(versions()).toEqual(['1', '1', '1'])
  expect(existsSync(path.join(folder, '.upgrade/changing'))).toBe(false)
  vi.mocked(renameSync).mockImplementation(rename)
  runGit(folder, 'restore', '.')
  writeAndCommitFiles(origin, { 'scripts/build.ts': fakeVersionFiles['scripts/build.ts'], 'version.txt': '3' })
  await upgrade(options)
  expect(versions()).toEqual(['3', '3', '3'])
})

test.each([
  [
    'changes that are not committed',
    { 'version.txt': 'edited' },
    {},
    'Files of the repository have changes: version.txt.',
  ],
  ['a version that cannot be built', {}, { 'version.txt': '2', broken: '' }, 'The new version could not be built.'],
])('because of %s, an upgrade stops before it changes anything', async (_, here, there, reason) => {
  const { origin, folder, options, versions } = await createUpgradableSite()
  const before = runGit(folder, 'rev-parse', 'HEAD')
  writeFiles(folder, here)
  if (Object.keys(there).length > 0) writeAndCommitFiles(origin, there)
  await expect(upgrade(options)).rejects.toThrow(reason)
  expect(runGit(folder, 'rev-parse', 'HEAD')).toBe(before)
  expect(versions().slice(1)).toEqual(['1', '1'])
})

test('an upgrade is refused while another upgrade runs, and allowed when the process of the other upgrade has ended', async () => {
  const { folder, options, printed } = await createUpgradableSite()
  const lock = (pid: number) => writeFiles(folder, { '.upgrade/running': JSON.stringify({ host: hostname(), pid }) })
  lock(process.pid)
  await expect(upgrade(options)).rejects.toThrow(
    /^Another upgrade has been running since [\d:]+\. Wait for its end, or remove /,
  )
  await expect(undoLastUpgrade(options)).rejects.toThrow('Another upgrade')
  const { pid = 0 } = spawnSync('true')
  lock(pid)
  await upgrade(options)
  expect(printed).toEqual(['The site has the newest version.'])
  expect(existsSync(path.join(folder, '.upgrade/running'))).toBe(false)
})

test('the start of the site waits while an upgrade replaces the files of the old version', async () => {
  const { folder } = await createUpgradableSite()
  cpSync('scripts/setup.mjs', path.join(folder, 'scripts/setup.mjs'))
  const lock = createHash('sha256').update('{}').digest('hex')
  writeFiles(folder, {
    '.upgrade/changing': String(process.pid),
    '.node-version': process.versions.node,
    'package-lock.json': '{}',
    'node_modules/.installed': lock,
  })
  const start = spawn(process.execPath, ['scripts/setup.mjs', '--run', 'touch', 'started'], { cwd: folder })
  const ended = once(start, 'exit')
  const [said] = await once(start.stderr, 'data')
  expect(String(said)).toBe('An upgrade is exchanging the files of the site; waiting …\n')
  expect(existsSync(path.join(folder, 'started'))).toBe(false)
  rmSync(path.join(folder, '.upgrade/changing'))
  expect(await ended).toEqual([0, null])
  expect(existsSync(path.join(folder, 'started'))).toBe(true)
})

test('an upgrade installs the packages again only when the lockfile has changed', async () => {
  const { origin, folder, read, versions, options } = await createUpgradableSite()
  writeAndCommitFiles(origin, { 'version.txt': '2', 'package-lock.json': 'a' })
  await upgrade(options)
  expect(read('node_modules/fetched')).toBe('')
  rmSync(path.join(folder, 'node_modules/fetched'))
  // A link to a package of the repository must lead to the package of the new version.
  symlinkSync('../version.txt', path.join(folder, 'node_modules/own'))
  writeAndCommitFiles(origin, { 'version.txt': '3' })
  await upgrade(options)
  expect([read('node_modules/.installed'), read('node_modules/fetched')]).toEqual(['a', null])
  expect(readlinkSync(path.join(folder, 'node_modules/own'))).toBe('../version.txt')
  writeAndCommitFiles(origin, { 'version.txt': '4', 'package-lock.json': 'b' })
  await upgrade(options)
  expect([read('node_modules/.installed'), read('node_modules/fetched')]).toEqual(['b', ''])
  await undoLastUpgrade(options)
  expect([read('node_modules/.installed'), ...versions()]).toEqual(['a', '3', '3', '3'])
})

test('an upgrade stops before the build when the new version could not start with the settings of the site', async () => {
  const { origin, folder, versions, options, printed } = await createUpgradableSite()
  writeAndCommitFiles(origin, { 'version.txt': '2' })
  vi.stubEnv('DATA_DIR', 'read-only')
  onTestFinished(() => void vi.unstubAllEnvs())
  await expect(upgrade(options)).rejects.toThrow('The new version could not start either. The site stays as it is.')
  expect([versions(), printed]).toEqual([['1', '1', '1'], []])
  expect(existsSync(path.join(folder, '.upgrade/next'))).toBe(false)
})

test('the backups of the last three upgrades are kept', async () => {
  const { origin, folder, options } = await createUpgradableSite()
  for (const day of [1, 2, 3]) writeFiles(folder, { [`.upgrade/backup-2026-01-0${day}/version`]: '0' })
  writeAndCommitFiles(origin, { 'version.txt': '2' })
  await upgrade(options)
  const backups = readdirSync(path.join(folder, '.upgrade')).filter((name) => name.startsWith('backup-'))
  expect(backups.sort()).toEqual(['backup-2026-01-02', 'backup-2026-01-03', expect.stringMatching(/^backup-20/)])
})

test('an upgrade shows the exact names of changed files, and an undo that git refuses shows the reason of git', async () => {
  const { origin, folder, options } = await createUpgradableSite()
  writeAndCommitFiles(origin, { 'version.txt': '2' })
  writeAndCommitFiles(folder, { 'content/größe.mdx': 'one' })
  writeFiles(folder, { 'content/größe.mdx': 'two' })
  await expect(upgrade(options)).rejects.toThrow('Files of the repository have changes: content/größe.mdx.')
  writeFiles(folder, { 'content/größe.mdx': 'one' })
  await upgrade(options)
  writeAndCommitFiles(folder, { 'content/about.mdx': 'published after the upgrade' })
  writeFiles(folder, { 'content/größe.mdx': 'two' })
  await expect(undoLastUpgrade(options)).rejects.toThrow('cannot rebase: You have unstaged changes.')
})

test('an upgrade stops and names the file when the site and the new version have changed the same lines', async () => {
  const { origin, folder, options, versions } = await createUpgradableSite()
  writeAndCommitFiles(origin, { 'version.txt': '2' })
  writeAndCommitFiles(folder, { 'version.txt': 'mine' })
  await expect(upgrade(options)).rejects.toThrow('the same lines of version.txt.')
  expect(versions()).toEqual(['mine', '1', '1'])
  expect(runGit(folder, 'status', '--porcelain')).toBe('')
})

test('an upgrade of a fork from another repository keeps the pages and the site.config.ts of the fork', async () => {
  const { root, folder, read, versions, options } = await createUpgradableSite()
  const other = path.join(root, 'other')
  runGit(root, 'clone', '--quiet', folder, other)
  writeAndCommitFiles(folder, { 'content/home.mdx': 'of the fork', 'site.config.ts': 'of the fork' }, [
    'content/about.mdx',
  ])
  writeAndCommitFiles(other, {
    'version.txt': '2',
    'site.config.ts': 'of the others',
    'content/home.mdx': 'of the others',
    'content/about.mdx': 'of the others',
    'content/new.mdx': 'of the others',
  })
  await upgrade({ ...options, from: other })
  expect(versions()).toEqual(['2', '2', '2'])
  expect([read('content/home.mdx'), read('site.config.ts')]).toEqual(['of the fork', 'of the fork'])
  expect([read('content/about.mdx'), read('content/new.mdx')]).toEqual([null, null])
  writeAndCommitFiles(other, { 'version.txt': '3' })
  await upgrade(options)
  expect(versions()).toEqual(['3', '3', '3'])
})

test('an upgrade of a fork keeps what npm run new has changed in README.md and removed from docs/pictures', async () => {
  const { root, folder, read, versions, options } = await createUpgradableSite()
  const readme = (...lines: string[]) => ({ 'README.md': `${lines.join('\n\n')}\n` })
  writeAndCommitFiles(folder, {
    ...readme('# Others', 'About hats.', '## Start', 'npm start', '## Where to go', 'The desk'),
    'docs/pictures/home.webp': 'hats',
  })
  const other = path.join(root, 'other')
  runGit(root, 'clone', '--quiet', folder, other)
  const fork = readme('# Fork', 'About bread.', '## Start', 'npm start', '## Where to go', 'The desk')
  writeAndCommitFiles(folder, fork, ['docs/pictures/home.webp'])
  writeAndCommitFiles(other, {
    'version.txt': '2',
    ...readme('# Others', 'About many hats.', '## Start', 'npm start', '## Where to go', 'The desk and the menu'),
    'docs/pictures/home.webp': 'many hats',
  })
  await upgrade({ ...options, from: other })
  expect(versions()).toEqual(['2', '2', '2'])
  const merged = readme('# Fork', 'About bread.', '## Start', 'npm start', '## Where to go', 'The desk and the menu')
  expect([read('README.md'), read('docs/pictures/home.webp')]).toEqual([merged['README.md'], null])
  expect(readdirSync(path.join(folder, '.upgrade')).filter((name) => name.includes('attributes'))).toEqual([])
})
