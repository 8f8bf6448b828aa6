import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { buildPageMdx, createAuthorSite, initGitRepository } from '../../testing/author-site.ts'
import { listHostileUploads } from '../../testing/hostile-uploads.ts'

/** Creates a site whose admin Ada adds files to pages. */
async function createUploadSite() {
  const site = await createAuthorSite()
  const upload = async (file: Buffer, query: Record<string, string>) => {
    const answer = await site.app.inject({
      method: 'POST',
      url: `/api/desk/page-files?${new URLSearchParams(query)}`,
      headers: { authorization: `Bearer ${site.ada.token}`, 'content-type': 'application/octet-stream' },
      payload: file,
    })
    return { status: answer.statusCode, ...(answer.json() as { address: string; isShown: boolean; code: string }) }
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
  const { upload, content } = await createUploadSite()
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

test('a picture that is uploaded twice is stored once; a picture of a private page is stored beside that page', async () => {
  const { upload, content } = await createUploadSite()
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
  const { upload, folder, begin, prove, publishAll } = await createUploadSite()
  const git = initGitRepository(folder)
  const shown = await upload(await photo(), { name: 'shown.jpg' })
  await upload(await photo(50), { name: 'other.jpg' })
  await prove()
  const { body: draft } = await begin('boat.mdx', buildPageMdx('/boat', 'My boat', `![A boat](${shown.address})`))
  await publishAll(draft)
  expect(git('show', '--format=', '--name-only', 'HEAD').trim().split('\n')).toEqual([
    'content/boat.mdx',
    `content/${shown.address.slice(2)}`,
  ])
})

test('among 100 hostile uploads, only those that can be decoded as pictures are stored, after they are encoded again', async () => {
  const { upload, content } = await createUploadSite()
  const uploads = await listHostileUploads()
  expect(uploads).toHaveLength(100)
  const before = readdirSync(content, { recursive: true, encoding: 'utf8' })
  for (const { kind, name, file, isPicture } of uploads) {
    const { status, code } = await upload(file, { name })
    expect([kind, name, status, code]).toEqual([
      kind,
      name,
      ...(isPicture
        ? [201, undefined]
        : [400, expect.stringMatching(/^(file_unsupported|picture_unreadable|picture_too_large)$/)]),
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

test('an animated picture is refused with the advice to save it as a video', async () => {
  const { upload } = await createUploadSite()
  const paint = (background: string) => sharp({ create: { width: 9, height: 6, channels: 3, background } })
  const frames = await Promise.all(['red', 'blue'].map((colour) => paint(colour).png().toBuffer()))
  const gif = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
  expect(await upload(gif, { name: 'boat.gif' })).toMatchObject({ status: 400, code: 'file_unsupported' })
  expect(await upload(await sharp(frames[0]).gif().toBuffer(), { name: 'boat.gif' })).toMatchObject({ status: 201 })
})

const notes = Buffer.from('%PDF-1.7\n% Notes')
const fileType = (brand: string) =>
  Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand}`), Buffer.alloc(4), Buffer.from('isommp41')])
const ogg = (codec: string) => Buffer.concat([Buffer.from('OggS'), Buffer.alloc(24), Buffer.from(codec)])

test.each([
  ['mp4', true, fileType('isom')],
  ['m4a', true, fileType('M4A ')],
  ['webm', true, Buffer.from('1a45dfa3874282847765626d', 'hex')],
  ['mp3', true, Buffer.concat([Buffer.from('fffb9000', 'hex'), Buffer.alloc(600)])],
  ['ogg', true, ogg('OpusHead')],
  ['ogg', true, ogg('\u0001vorbis')],
  ['flac', true, Buffer.from('fLaC')],
  ['wav', true, Buffer.from('RIFF____WAVEfmt ')],
  ['pdf', false, notes],
  ['zip', false, Buffer.from('504b0304140000000800', 'hex')],
])('a file of the type %s is stored unchanged, with the extension of its real type', async (ending, isShown, start) => {
  const { upload, content } = await createUploadSite()
  const file = Buffer.concat([start, Buffer.alloc(400)])
  const stored = await upload(file, { name: 'Mein Törn.html' })
  expect(stored).toMatchObject({ status: 201, isShown })
  expect(stored.address).toMatch(new RegExp(`^\\./uploads/mein-torn-[0-9a-f]{8}\\.${ending}$`))
  expect(readFileSync(join(content, stored.address)).equals(file)).toBe(true)
})

test('a file without words in its name is stored under the name “file”, and is committed with the page that links it', async () => {
  const { upload, begin, prove, publishAll, folder } = await createUploadSite()
  const git = initGitRepository(folder)
  const { address } = await upload(notes, { name: '???.pdf' })
  expect(address).toMatch(/^\.\/uploads\/file-[0-9a-f]{8}\.pdf$/)
  await prove()
  await publishAll((await begin('boat.mdx', buildPageMdx('/boat', 'My boat', `[My notes](${address})`))).body)
  expect(git('show', '--format=', '--name-only', 'HEAD').trim().split('\n')).toContain(`content/${address.slice(2)}`)
})

test('only admins can add files, and only to a page whose file name is valid', async () => {
  const { upload, app, createReader } = await createUploadSite()
  expect((await upload(await photo(), { file: '../x.mdx' })).code).toBe('bad_request')
  const { accessToken } = await createReader()
  const answer = await app.inject({
    method: 'POST',
    url: '/api/desk/page-files',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'image/jpeg' },
    payload: await photo(),
  })
  expect(answer.statusCode).toBe(403)
})

test('the daily job deletes uploads older than 30 days that no page, draft or commit uses, and no other file', async () => {
  const { app, folder, content, begin, write } = await createUploadSite()
  const uploads = join(content, 'uploads')
  mkdirSync(uploads)
  const add = (name: string, days: number) => {
    writeFileSync(join(uploads, name), name)
    const time = Date.now() / 1_000 - days * 86_400
    utimesSync(join(uploads, name), time, time)
  }
  add('committed-00000001.webp', 40)
  initGitRepository(folder)
  add('unused-00000002.webp', 31)
  add('new-00000003.webp', 29)
  add('drafted-00000004.webp', 40)
  add('shown-00000005.webp', 40)
  add('Own picture.webp', 40)
  await begin(null, buildPageMdx('/sea', 'Sea', '![](./uploads/drafted-00000004.webp)'))
  write('sky.mdx', buildPageMdx('/sky', 'Sky', '![](./uploads/shown-00000005.webp)'))
  const [job] = app.features.find(({ name }) => name === 'authoring')?.leaderJobs ?? []
  expect(job?.everyMs).toBe(86_400_000)
  const all = readdirSync(uploads)
  const config = join(folder, '.git/config')
  const text = readFileSync(config, 'utf8')
  // While git refuses to read the repository, nothing is deleted.
  writeFileSync(config, '[bad')
  await job?.run()
  expect(readdirSync(uploads)).toEqual(all)
  writeFileSync(config, text)
  await job?.run()
  expect(readdirSync(uploads)).toEqual(all.filter((name) => name !== 'unused-00000002.webp'))
})

test('the daily job also deletes unused uploads of private pages, in a folder without a git repository', async () => {
  const { app, content } = await createUploadSite()
  for (const folder of ['private/uploads', 'private/pictures']) {
    mkdirSync(join(content, folder), { recursive: true })
    writeFileSync(join(content, folder, 'unused-00000001.webp'), '')
    utimesSync(join(content, folder, 'unused-00000001.webp'), 0, 0)
  }
  await app.features.find(({ name }) => name === 'authoring')?.leaderJobs?.[0]?.run()
  expect(readdirSync(join(content, 'private/uploads'))).toEqual([])
  expect(readdirSync(join(content, 'private/pictures'))).toEqual(['unused-00000001.webp'])
})
