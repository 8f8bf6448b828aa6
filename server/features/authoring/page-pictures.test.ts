import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createAuthorSite, pageOf } from '../../testing/author-site.ts'
import { listHostilePictures } from '../../testing/hostile-pictures.ts'

/** Creates a site whose admin Ada adds pictures to pages. */
async function createPictureSite() {
  const site = await createAuthorSite()
  const upload = async (file: Buffer, query: Record<string, string>) => {
    const answer = await site.app.inject({
      method: 'POST',
      url: `/api/desk/page-pictures?${new URLSearchParams(query)}`,
      headers: { authorization: `Bearer ${site.ada.token}`, 'content-type': 'application/octet-stream' },
      payload: file,
    })
    return { status: answer.statusCode, ...(answer.json() as { address: string; code: string }) }
  }
  const content = join(site.folder, 'content')
  return { ...site, upload, content }
}

const photo = (width = 90, height = 60) =>
  sharp({ create: { width, height, channels: 3, background: '#c03' } })
    .withExif({ IFD0: { Copyright: 'Secret of the camera' } })
    .jpeg()
    .toBuffer()

test('a picture is stored beside the pages as WebP, without the camera’s metadata, and a large picture is made smaller', async () => {
  const { upload, content } = await createPictureSite()
  const { status, address } = await upload(await photo(4_000, 1_000), {
    file: 'boat.mdx',
    name: 'Mein Schreibtisch (2).JPG',
  })
  expect(status).toBe(201)
  expect(address).toMatch(/^\.\/uploads\/mein-schreibtisch-2-[0-9a-f]{8}\.webp$/)
  const stored = readFileSync(join(content, address))
  expect(await sharp(stored).metadata()).toMatchObject({ format: 'webp', width: 2_800, height: 700 })
  expect(stored.toString('latin1')).not.toContain('Secret')
})

test('the same picture is stored once; a picture of a private page is beside that page', async () => {
  const { upload, content } = await createPictureSite()
  const first = await upload(await photo(), { name: 'Käse.png' })
  const second = await upload(await photo(), { name: 'Käse.png' })
  expect(first.address).toMatch(/^\.\/uploads\/kase-/)
  expect(second.address).toBe(first.address)
  await upload(await photo(), { name: '???', file: 'private/secret.mdx' })
  const all = readdirSync(content, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.webp'))
  expect(all.sort()).toEqual([
    expect.stringMatching(/^private\/uploads\/picture-[0-9a-f]{8}\.webp$/),
    first.address.slice(2),
  ])
})

test('a published page is committed with the pictures that it shows', async () => {
  const { upload, folder, begin, prove, publishAll } = await createPictureSite()
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' })
  git('init', '--quiet')
  git('add', '.')
  git('-c', 'user.name=Start', '-c', 'user.email=start@example.org', 'commit', '--quiet', '-m', 'Begin')
  const shown = await upload(await photo(), { name: 'shown.jpg' })
  await upload(await photo(50), { name: 'other.jpg' })
  await prove()
  const { body: draft } = await begin('boat.mdx', pageOf('/boat', 'My boat', `![A boat](${shown.address})`))
  await publishAll(draft)
  expect(git('show', '--format=', '--name-only', 'HEAD').trim().split('\n')).toEqual([
    'content/boat.mdx',
    `content/${shown.address.slice(2)}`,
  ])
})

test('stores only those of 100 hostile uploads that can be decoded as pictures, encoded anew', async () => {
  const { upload, content } = await createPictureSite()
  const uploads = await listHostilePictures()
  expect(uploads).toHaveLength(100)
  const before = readdirSync(content, { recursive: true, encoding: 'utf8' })
  for (const { kind, name, file, isPicture } of uploads) {
    const { status, code } = await upload(file, { name })
    expect([kind, name, status, code]).toEqual([
      kind,
      name,
      ...(isPicture ? [201, undefined] : [400, 'picture_unreadable']),
    ])
  }
  const added = readdirSync(content, { recursive: true, encoding: 'utf8' }).filter((name) => !before.includes(name))
  for (const name of added) {
    if (name === 'uploads') continue
    expect(name).toMatch(/^uploads\/[a-z0-9]+(-[a-z0-9]+)*-[0-9a-f]{8}\.webp$/)
    const stored = readFileSync(join(content, name))
    expect(await sharp(stored).metadata()).toMatchObject({ format: 'webp', width: 40, height: 30 })
    expect(stored.toString('latin1')).not.toContain('script')
  }
  expect(added.length).toBeGreaterThan(1)
}, 30_000)

test('only admins can add pictures, and only for a valid file name of a page', async () => {
  const { upload, app, createReader } = await createPictureSite()
  expect((await upload(await photo(), { file: '../x.mdx' })).code).toBe('bad_request')
  const { accessToken } = await createReader()
  const answer = await app.inject({
    method: 'POST',
    url: '/api/desk/page-pictures',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'image/jpeg' },
    payload: await photo(),
  })
  expect(answer.statusCode).toBe(403)
})
