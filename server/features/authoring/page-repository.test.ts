import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildPageMdx, createAuthorSite, initGitRepository } from '../../testing/author-site.ts'

const uncommitted = 'git did not commit it. The reason is in the log of the server.'

test('when git refuses to read the repository, a page is published with a warning, and a request for its versions is answered 409', async () => {
  const site = await createAuthorSite()
  const publish = async (title: string) =>
    site.publishAll((await site.begin('boat.mdx', buildPageMdx('/boat', title))).body)
  const versions = () => site.ask('GET', '/page-versions?file=boat.mdx')
  await site.prove()
  expect(await publish('My ship')).toMatchObject({ state: 'done', warning: '' })
  expect((await versions()).body).toEqual({ versions: null })
  initGitRepository(site.folder)
  const [begin] = (await versions()).body.versions
  // Git refuses a repository of another user in the same way, and ends with the same code as without a repository.
  appendFileSync(join(site.folder, '.git/config'), '[bad')
  expect(await publish('My raft')).toMatchObject({ state: 'done', warning: uncommitted })
  expect(site.read('boat.mdx')).toContain('My raft')
  const refused = { status: 409, body: { code: 'versions_unreadable' } }
  expect(await versions()).toMatchObject(refused)
  expect(await site.ask('GET', `/page-versions/${begin.commit}?file=boat.mdx`)).toMatchObject(refused)
})

test('a repository without a commit has no versions of a page; with a damaged repository, the request is answered 409', async () => {
  const site = await createAuthorSite()
  const versions = () => site.ask('GET', '/page-versions?file=boat.mdx')
  execFileSync('git', ['init', '--quiet', site.folder])
  expect((await versions()).body).toEqual({ versions: [] })
  initGitRepository(site.folder)
  rmSync(join(site.folder, '.git/objects'), { recursive: true })
  mkdirSync(join(site.folder, '.git/objects'))
  expect(await versions()).toMatchObject({ status: 409, body: { code: 'versions_unreadable' } })
})

test('a version whose text or list of files is damaged is refused with 409, and a version without the page with 404', async () => {
  const site = await createAuthorSite()
  const git = initGitRepository(site.folder)
  const [{ commit }] = (await site.ask('GET', '/page-versions?file=boat.mdx')).body.versions
  const read = async (file: string, at = commit) => {
    const { status, body } = await site.ask('GET', `/page-versions/${at}?file=${file}`)
    return [status, body.code]
  }
  expect(await read('boat.mdx')).toEqual([200, undefined])
  const findObject = (name: string) => {
    const hash = git('rev-parse', name).trim()
    return join(site.folder, '.git/objects', hash.slice(0, 2), hash.slice(2))
  }
  const tree = findObject('HEAD^{tree}')
  const object = findObject('HEAD:content/boat.mdx')
  chmodSync(object, 0o600)
  writeFileSync(object, 'damaged')
  expect(await read('boat.mdx')).toEqual([409, 'versions_unreadable'])
  rmSync(object)
  expect(await read('boat.mdx')).toEqual([409, 'versions_unreadable'])
  expect(await read('none.mdx')).toEqual([404, 'not_found'])
  expect(await read('boat.mdx', '0'.repeat(40))).toEqual([404, 'not_found'])
  rmSync(tree)
  expect(await read('boat.mdx')).toEqual([409, 'versions_unreadable'])
})

/** Stands for GnuPG: signs everything, and says that every signature is good. */
const fakeGnupg = `#!/bin/sh
case "$*" in
  *--verify*) echo 'gpg: Good signature from "Start"' >&2 ;;
  *) cat > /dev/null; echo '[GNUPG:] SIG_CREATED ' >&2
     printf -- '-----BEGIN PGP SIGNATURE-----\\n\\nx\\n-----END PGP SIGNATURE-----\\n' ;;
esac
`

test('the versions of a page are listed when git is set up to show the signatures of commits', async () => {
  const site = await createAuthorSite()
  const git = initGitRepository(site.folder)
  const program = join(site.folder, '.git/gpg')
  writeFileSync(program, fakeGnupg, { mode: 0o755 })
  git('config', 'gpg.program', program)
  git('config', 'log.showSignature', 'true')
  const author = ['-c', 'user.name=Start', '-c', 'user.email=start@example.org']
  git(...author, 'commit', '--quiet', '--amend', '--no-edit', '--gpg-sign=key')
  expect(git('log', '--format=%H').split('\n')[0]).toContain('Good signature')
  const { status, body } = await site.ask('GET', '/page-versions?file=boat.mdx')
  expect(status).toBe(200)
  expect(body.versions).toMatchObject([{ author: 'Start', message: 'Begin' }])
})
