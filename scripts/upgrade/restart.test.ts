import { freePort } from '@hobohat/hub/testing'
import { expect, test } from 'vitest'
import { undoUpgrade, upgrade } from './upgrade.ts'
import { UpgradeError } from './upgrade-error.ts'
import { commit, createSite } from './upgraded-site.ts'

test.each([
  ['the site does not answer after the restart', 'true', 'The site does not answer', 'The site answers with it.'],
  [
    'the command of --restart fails',
    'exit 3',
    'The command of --restart has ended with the code 3',
    'The site answers with it.',
  ],
])('an upgrade is undone when %s', async (_, restart, failure, advice) => {
  const { origin, versions, options } = await createSite()
  commit(origin, { 'version.txt': '2' })
  const upgraded = upgrade({ ...options, restart, readyMs: 100 })
  await expect(upgraded).rejects.toThrow(UpgradeError)
  await expect(upgraded).rejects.toThrow(`${failure}, so the former version is back. ${advice}`)
  expect(versions()).toEqual(['1', '1', '1'])
})

test('an upgrade that is undone says so when the former version does not answer either', async () => {
  const { origin, options } = await createSite()
  commit(origin, { 'version.txt': '2' })
  const nothing = `http://127.0.0.1:${await freePort()}`
  await expect(upgrade({ ...options, restart: 'exit 3', origin: nothing, readyMs: 100 })).rejects.toThrow(
    'so the former version is back. Restart the site yourself: it does not answer.',
  )
})

test('without --restart, an upgrade says whether the site has to be restarted or started', async () => {
  const { origin, options, printed } = await createSite()
  commit(origin, { 'version.txt': '2' })
  await upgrade({ ...options, restart: null })
  expect(printed.at(-1)).toBe('Restart the site: it runs another version until then.')
  await undoUpgrade({ ...options, restart: null })
  expect(printed.at(-1)).toBe('The site runs this version already.')
  await upgrade({ ...options, restart: null, origin: `http://127.0.0.1:${await freePort()}` })
  expect(printed.at(-1)).toBe('Start the site: npm start')
})

test('an upgrade that finds nothing new restarts a site that runs another version', async () => {
  const { origin, options, printed } = await createSite()
  commit(origin, { 'version.txt': '2' })
  await upgrade({ ...options, restart: null })
  await upgrade(options)
  expect(printed.slice(-2)).toEqual([
    'The site has the newest version.',
    expect.stringMatching(/^The site answers with version 1\.0\.0 /),
  ])
})
