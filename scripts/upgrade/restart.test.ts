import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { findFreePort } from '@hobohat/hub/testing'
import { expect, onTestFinished, test } from 'vitest'
import { VERSION_HEADER } from '#contract/service-worker.ts'
import { runWithBuildLock } from '../../build/build-lock.ts'
import { undoLastUpgrade, upgrade } from './upgrade.ts'
import { UpgradeError } from './upgrade-error.ts'
import { createUpgradableSite, writeAndCommitFiles, writeFiles } from './upgraded-site.ts'

test.each([
  ['the site does not answer after the restart', 'true', 'The site does not answer', 'The site answers with it.'],
  [
    'the command of --restart fails',
    'exit 3',
    'The command of --restart has ended with the code 3',
    'The site answers with it.',
  ],
])('an upgrade is undone when %s', async (_, restart, failure, advice) => {
  const { origin, versions, options } = await createUpgradableSite()
  writeAndCommitFiles(origin, { 'version.txt': '2' })
  const upgraded = upgrade({ ...options, restart, readyMs: 100 })
  await expect(upgraded).rejects.toThrow(UpgradeError)
  await expect(upgraded).rejects.toThrow(`${failure}, so the former version is back. ${advice}`)
  expect(versions()).toEqual(['1', '1', '1'])
})

test('an upgrade is not undone when the restart builds the site again', async () => {
  const { origin, folder, options, versions } = await createUpgradableSite()
  writeAndCommitFiles(origin, { 'version.txt': '2' })
  const build = { 'dist/build.json': JSON.stringify({ version: 'built again' }) }
  const port = await findFreePort()
  const server = createServer((request, response) => {
    if (request.url === '/readyz') writeFiles(folder, build)
    response.writeHead(200, { [VERSION_HEADER]: 'built again' }).end()
  })
  onTestFinished(() => void server.close())
  await once(server.listen(port, '127.0.0.1'), 'listening')
  await upgrade({ ...options, restart: 'true', origin: `http://127.0.0.1:${port}`, readyMs: 1_000 })
  expect(versions()).toEqual(['2', '2', 'built again'])
})

test('an upgrade waits for a running build of the former version before it replaces that version', async () => {
  const { origin, folder, options, versions, printed } = await createUpgradableSite()
  writeAndCommitFiles(origin, { 'version.txt': '2' })
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const build = runWithBuildLock(() => {
    begun.resolve()
    return ended.promise
  }, folder)
  await begun.promise
  const upgraded = upgrade({
    ...options,
    print: (line) => {
      printed.push(line)
      if (line.startsWith('The backup')) setImmediate(ended.resolve)
    },
  })
  await build
  expect(versions()).toEqual(['1', '1', '1'])
  await upgraded
  expect(versions()).toEqual(['2', '2', '2'])
})

test('an upgrade is undone when the site takes connections and never answers', async () => {
  const { origin, options } = await createUpgradableSite()
  writeAndCommitFiles(origin, { 'version.txt': '2' })
  const silent = createServer(() => {})
  onTestFinished(() => {
    silent.close()
    silent.closeAllConnections()
  })
  await once(silent.listen(0, '127.0.0.1'), 'listening')
  const { port } = silent.address() as AddressInfo
  const upgraded = upgrade({ ...options, restart: 'true', origin: `http://127.0.0.1:${port}`, readyMs: 100 })
  await expect(upgraded).rejects.toThrow('so the former version is back. Restart the site yourself')
})

test('when the former version does not answer after an upgrade is undone, the error says so', async () => {
  const { origin, options } = await createUpgradableSite()
  writeAndCommitFiles(origin, { 'version.txt': '2' })
  const nothing = `http://127.0.0.1:${await findFreePort()}`
  await expect(upgrade({ ...options, restart: 'exit 3', origin: nothing, readyMs: 100 })).rejects.toThrow(
    'so the former version is back. Restart the site yourself: it does not answer.',
  )
})

test('without --restart, an upgrade says whether the site has to be restarted or started', async () => {
  const { origin, options, printed } = await createUpgradableSite()
  writeAndCommitFiles(origin, { 'version.txt': '2' })
  await upgrade({ ...options, restart: null })
  expect(printed.at(-1)).toBe('Restart the site: it runs another version until then.')
  await undoLastUpgrade({ ...options, restart: null })
  expect(printed.at(-1)).toBe('The site runs this version already.')
  await upgrade({ ...options, restart: null, origin: `http://127.0.0.1:${await findFreePort()}` })
  expect(printed.at(-1)).toBe('Start the site: npm start')
})

test('an upgrade without a new version restarts a site that still runs another version', async () => {
  const { origin, options, printed } = await createUpgradableSite()
  writeAndCommitFiles(origin, { 'version.txt': '2' })
  await upgrade({ ...options, restart: null })
  await upgrade(options)
  expect(printed.slice(-2)).toEqual([
    'The site has the newest version.',
    expect.stringMatching(/^The site answers with version 1\.0\.0 /),
  ])
})
