import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { VERSION_HEADER } from '#contract/service-worker.ts'
import { readTextIfExists } from '../../build/read-text.ts'
import { runGit } from './repository.ts'
import type { UpgradeOptions } from './upgrade.ts'
import { fakeVersionFiles } from './version-stub.ts'

export function writeFiles(folder: string, contents: Record<string, string>): void {
  for (const [file, text] of Object.entries(contents)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), text)
  }
}

/** Writes and removes files, and commits all changes in the folder. */
export function writeAndCommitFiles(
  folder: string,
  contents: Record<string, string> = {},
  removed: string[] = [],
): void {
  writeFiles(folder, contents)
  for (const file of removed) rmSync(path.join(folder, file))
  runGit(folder, 'add', '-A')
  runGit(folder, '-c', 'user.name=Jo', '-c', 'user.email=jo@example.org', 'commit', '--quiet', '-m', 'Change')
}

/** Creates a repository with version 1, and a clone of it that an HTTP server serves as the site. */
export async function createUpgradableSite() {
  const root = mkdtempSync(path.join(tmpdir(), 'upgrade-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const [origin, folder] = [path.join(root, 'origin'), path.join(root, 'site')]
  mkdirSync(origin)
  runGit(origin, 'init', '--quiet', '--initial-branch=main')
  writeAndCommitFiles(origin, fakeVersionFiles)
  runGit(root, 'clone', '--quiet', origin, folder)
  writeFiles(folder, { 'node_modules/version': '1', 'dist/web/assets/1.js': '' })
  writeFiles(folder, { 'dist/build.json': JSON.stringify({ version: '1', own: ['web/assets/1.js'] }) })
  const read = (file: string) => readTextIfExists(path.join(folder, file))
  const versions = () => [
    read('version.txt'),
    read('node_modules/version'),
    JSON.parse(read('dist/build.json') ?? '').version,
  ]

  const server = createServer((_, response) => {
    const { version } = JSON.parse(read('served.json') ?? '{"version":"1"}')
    response.writeHead(200, { [VERSION_HEADER]: version }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const printed: string[] = []
  const options: UpgradeOptions = {
    folder,
    restart: `cp '${folder}/dist/build.json' '${folder}/served.json'`,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    readyMs: 5_000,
    print: (line) => printed.push(line),
  }
  return { root, origin, folder, read, versions, options, printed }
}
