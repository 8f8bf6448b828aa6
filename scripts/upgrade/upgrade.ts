import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { VERSION_HEADER } from '#contract/service-worker.ts'
import { runWithBuildLock } from '../../build/build-lock.ts'
import { readBuildRecord } from '../../build/build-record.ts'
import { copyFormerBuildFiles } from '../../build/build-site.ts'
import { releaseLock, tryCreateLockFile } from '../../build/lock-file.ts'
import { readOperatorNotes } from './changelog.ts'
import {
  copyUntrackedSources,
  fetchNewVersion,
  isVersionMerged,
  mergeVersion,
  readHeadCommit,
  rebaseCommits,
  runGit,
} from './repository.ts'
import { reusePackages } from './reuse-packages.ts'
import { UpgradeError } from './upgrade-error.ts'

/** The folders that belong to a version but are not tracked by git. */
const VERSION_FOLDERS = ['node_modules', 'dist', '.node']
const CHECK_MS = 500
const ANSWER_MS_MAX = 5_000
const BACKUPS_KEPT = 3

export interface UpgradeOptions {
  /** The folder of the repository. */
  folder: string
  /** The URL of the repository with the new version. By default the URL that was given last, or that of the branch. */
  from?: string
  /** The command that restarts the site; null when the owner restarts it by hand. */
  restart: string | null
  /** The origin at which the site answers on this machine, such as http://127.0.0.1:3000. */
  origin: string
  /** How long the site may take to answer after the restart, in milliseconds. */
  readyMs: number
  print: (line: string) => void
}

/** The commits before and after an upgrade. */
interface UpgradeRecord {
  formerCommit: string
  commit: string
}

/**
 * The files of an upgrade. `next` is the checkout of the new version. `former` has the untracked folders of the
 * previous version, and `failed` those of a version that is being undone. `record` has the commits of the last upgrade.
 * `running` is the lock of an upgrade. The site does not start while `changing` exists (scripts/setup.mjs).
 */
const placesIn = (folder: string) => {
  const root = path.join(folder, '.upgrade')
  return {
    root,
    next: path.join(root, 'next'),
    former: path.join(root, 'former'),
    failed: path.join(root, 'failed'),
    running: path.join(root, 'running'),
    changing: path.join(root, 'changing'),
    record: path.join(root, 'former.json'),
  }
}

/**
 * Upgrades the site to a new version: fetches it, builds it in another folder, makes a backup, replaces the installed
 * version and restarts the site. Undoes the upgrade when the site does not answer. Changes no file of the site before
 * the build and the backup are complete.
 * @throws {UpgradeError}
 */
export const upgrade = (options: UpgradeOptions): Promise<void> => alone(options, bringUp)

/** Returns to the version before the last upgrade. Keeps the current data of the site. @throws {UpgradeError} */
export const undoLastUpgrade = (options: UpgradeOptions): Promise<void> => alone(options, takeBack)

/** Runs `work` with the lock that allows only one upgrade at a time. */
async function alone(options: UpgradeOptions, work: (options: UpgradeOptions) => Promise<void>): Promise<void> {
  const { root, running } = placesIn(options.folder)
  mkdirSync(root, { recursive: true })
  const owner = tryCreateLockFile(running)
  if (owner === null) {
    const since = statSync(running, { throwIfNoEntry: false })?.mtime ?? new Date()
    throw new UpgradeError(
      `Another upgrade has been running since ${since.toLocaleTimeString('en-GB')}. Wait for its end, or remove ${running} when none is running.`,
    )
  }
  await work(options).finally(() => releaseLock(running, owner))
}

async function bringUp(options: UpgradeOptions): Promise<void> {
  const { folder, from, print } = options
  const changed = runGit(folder, 'diff', '--name-only', 'HEAD').split('\n').filter(Boolean)
  if (changed.length > 0)
    throw new UpgradeError(
      `Files of the repository have changes: ${changed.join(', ')}. Commit them, or undo them with git restore, and start again.`,
    )
  const places = placesIn(folder)
  const version = fetchNewVersion(folder, from)
  if (isVersionMerged(folder, version.commit)) {
    print('The site has the newest version.')
    const served = await readServedVersion(options)
    if (served !== null && served !== readBuild(folder).version) await restart(options, false)
    return
  }
  run(folder, 'The new version could not start either. The site stays as it is.', 'server/run-command.ts', 'check')
  removeCheckout(folder)
  runGit(folder, 'worktree', 'add', '--quiet', '--detach', places.next, 'HEAD')
  try {
    mergeVersion(places.next, version)
    copyUntrackedSources(folder, places.next)
    const notes = readOperatorNotes(folder, places.next)
    if (notes !== '') print(`The new version says to operators:\n${notes}`)
    reusePackages(folder, places.next)
    print('Building the new version beside the present one …')
    run(
      places.next,
      'The new version could not be built. The site stays as it is. The lines above say why; wait for the next version, or tell its makers.',
      'scripts/setup.mjs',
      'scripts/build.ts',
    )
    const backup = path.join(places.root, `backup-${new Date().toISOString().replaceAll(':', '-')}`)
    run(
      folder,
      'No backup could be made. The site stays as it is.',
      'scripts/setup.mjs',
      'server/run-command.ts',
      'backup',
      'create',
      backup,
    )
    print(`The backup of the former version is in ${backup}.`)
    removeOldBackups(places.root)
    await copyFormerBuildFiles(path.join(folder, 'dist'), path.join(places.next, 'dist'))
    // A build of the former version, such as that of a publication, would put its dist/ in place of the new one.
    await runWithBuildLock(async () => changeOver(folder), folder, print)
  } finally {
    removeCheckout(folder)
  }
  await restart(options, true)
}

async function takeBack(options: UpgradeOptions): Promise<void> {
  if (!existsSync(placesIn(options.folder).record)) throw new UpgradeError('There is no former version to go back to.')
  whileNoStartRuns(options.folder, () => restoreFormer(options.folder))
  options.print('The former version is back. Its data are those of now.')
  await restart(options, false)
}

/** Moves the new version into the folder of the site, and keeps the folders of the old version in `former`. */
function changeOver(folder: string): void {
  const { next, former, record } = placesIn(folder)
  const [formerCommit, commit] = [readHeadCommit(folder), readHeadCommit(next)]
  if (runGit(folder, 'rev-list', '--count', `${commit}..${formerCommit}`) !== '0')
    throw new UpgradeError('A page was published meanwhile. Start the upgrade again.')
  rmSync(former, { recursive: true, force: true })
  whileNoStartRuns(folder, () => {
    writeFileSync(record, JSON.stringify({ formerCommit, commit } satisfies UpgradeRecord))
    try {
      runGit(folder, 'reset', '--quiet', '--keep', commit)
      exchange(folder, { from: next, to: former })
    } catch (error) {
      restoreFormer(folder)
      throw new UpgradeError(
        `The files could not be exchanged, so the former version stays: ${(error as Error).message}. Mend that, and start the upgrade again.`,
      )
    }
  })
}

/** Runs `work` while a file keeps the site from starting. The caller has the lock of the upgrade. */
function whileNoStartRuns(folder: string, work: () => void): void {
  const { changing } = placesIn(folder)
  writeFileSync(changing, String(process.pid))
  try {
    work()
  } finally {
    rmSync(changing, { force: true })
  }
}

/**
 * Moves the folders of the installed version to `to`, and then moves the folders of another version from `from` into
 * their place.
 */
function exchange(folder: string, { from, to }: { from: string; to: string }): void {
  mkdirSync(to, { recursive: true })
  for (const name of VERSION_FOLDERS) {
    if (!existsSync(path.join(from, name))) continue
    if (existsSync(path.join(folder, name))) renameSync(path.join(folder, name), path.join(to, name))
    renameSync(path.join(from, name), path.join(folder, name))
  }
}

/** Undoes `changeOver`, even when it was interrupted. Keeps the pages that were published after the upgrade. */
function restoreFormer(folder: string): void {
  const { former, failed, record } = placesIn(folder)
  const { formerCommit, commit } = JSON.parse(readFileSync(record, 'utf8')) as UpgradeRecord
  try {
    if (readHeadCommit(folder) !== formerCommit) rebaseCommits(folder, { from: commit, to: formerCommit })
    rmSync(failed, { recursive: true, force: true })
    exchange(folder, { from: former, to: failed })
    rmSync(record)
  } catch (error) {
    throw new UpgradeError(
      `The former version could not be put back: ${(error as Error).message}. Mend that, and say npm run upgrade -- back.`,
    )
  }
  rmSync(failed, { recursive: true, force: true })
}

/**
 * Restarts the site, and waits until it answers with the build in the folder.
 * @param canGoBack whether the previous version is restored when the site does not answer
 * @throws {UpgradeError} when the site does not answer
 */
async function restart(options: UpgradeOptions, canGoBack: boolean): Promise<void> {
  const { folder, restart: command, print } = options
  if (command === null) return print(await describeNextStep(options))
  const failure = runRestart(command) ?? ((await isServed(options)) ? null : 'The site does not answer')
  if (failure === null) return print(`The site answers with version ${describeVersion(folder)}.`)
  if (!canGoBack) throw new UpgradeError(`${failure}. Look into its log, and at npm run doctor.`)
  whileNoStartRuns(folder, () => restoreFormer(folder))
  runRestart(command)
  const advice = (await isServed(options))
    ? 'The site answers with it. Look into its log, and at npm run doctor.'
    : 'Restart the site yourself: it does not answer.'
  throw new UpgradeError(`${failure}, so the former version is back. ${advice}`)
}

/** Runs the command that restarts the site. Returns null, or why the command has failed, without a full stop. */
function runRestart(command: string): string | null {
  const { status, signal } = spawnSync('/bin/sh', ['-c', command], { stdio: 'inherit' })
  return status === 0 ? null : `The command of --restart has ended with ${signal ?? `the code ${status}`}`
}

async function describeNextStep(options: UpgradeOptions): Promise<string> {
  const served = await readServedVersion(options)
  if (served === null) return 'Start the site: npm start'
  return served === readBuild(options.folder).version
    ? 'The site runs this version already.'
    : 'Restart the site: it runs another version until then.'
}

/** Returns the version of package.json and the commit, such as "1.0.0 (3c2ff221)". */
function describeVersion(folder: string): string {
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string }
  return `${version} (${readHeadCommit(folder).slice(0, 8)})`
}

/** Removes the oldest backups of upgrades. Keeps BACKUPS_KEPT backups. */
function removeOldBackups(root: string): void {
  const backups = readdirSync(root).filter((name) => name.startsWith('backup-'))
  for (const name of backups.sort().slice(0, -BACKUPS_KEPT)) rmSync(path.join(root, name), { recursive: true })
}

/**
 * Returns whether the site answers within `readyMs` and serves the build in the folder. Reads the build each time,
 * because the start of the site may replace it.
 */
async function isServed(options: UpgradeOptions): Promise<boolean> {
  for (const until = performance.now() + options.readyMs; performance.now() < until; await wait(CHECK_MS)) {
    const ready = await probe(options, '/readyz')
    await ready?.body?.cancel()
    if (ready?.ok && (await readServedVersion(options)) === readBuild(options.folder).version) return true
  }
  return false
}

/** Returns the answer of the site; null when it gives none in time. */
const probe = ({ origin, readyMs }: UpgradeOptions, path: string) =>
  fetch(origin + path, { redirect: 'manual', signal: AbortSignal.timeout(Math.min(readyMs, ANSWER_MS_MAX)) }).catch(
    () => null,
  )

const readBuild = (folder: string) => readBuildRecord(path.join(folder, 'dist'))

/** Returns the version that the site serves; null when it does not answer. */
async function readServedVersion(options: UpgradeOptions): Promise<string | null> {
  const home = await probe(options, '/')
  await home?.body?.cancel()
  return home?.headers.get(VERSION_HEADER) ?? null
}

/** Removes the checkout of a new version, even one that an interrupted upgrade has left behind. */
function removeCheckout(folder: string): void {
  const { next } = placesIn(folder)
  rmSync(next, { recursive: true, force: true })
  runGit(folder, 'worktree', 'prune')
}

function run(folder: string, failure: string, ...args: string[]): void {
  try {
    execFileSync(process.execPath, args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] })
  } catch {
    throw new UpgradeError(failure)
  }
}
