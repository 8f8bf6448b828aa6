import { crc32, deflateSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { errors } from '#contract/errors.ts'
import { PICTURE_BYTES_MAX, PROFILE_PICTURE_SIDE_PX } from '#contract/limits.ts'
import { createTestSite, type TestSite } from '../../../testing/site.ts'

const upload = ({ app }: TestSite, token: string, file: string | Buffer, type = 'image/jpeg') =>
  app.inject({
    method: 'PUT',
    url: '/api/account/picture',
    headers: { authorization: `Bearer ${token}`, ...(type && { 'content-type': type }) },
    payload: file,
  })

const plain = (width: number, height: number, background = '#c03') =>
  sharp({ create: { width, height, channels: 3, background } })

/** 100 × 60 pixels: the left half red, the right half blue. */
const halves = () =>
  plain(100, 60, '#f00').composite([
    { input: { create: { width: 50, height: 60, channels: 3, background: '#00f' } }, left: 50, top: 0 },
  ])

/** Returns a PNG with chunks that are not part of the picture (PNG, 5.3). */
function pngOf(width: number, height: number, ...parts: [type: string, data: Buffer][]) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const chunks = [['IHDR', header] as const, ...parts, ['IEND', Buffer.alloc(0)] as const]
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    ...chunks.map(([type, data]) => chunkOf(type, data)),
  ])
}

function chunkOf(type: string, data: Buffer) {
  const chunk = Buffer.alloc(12 + data.length)
  chunk.writeUInt32BE(data.length, 0)
  chunk.write(type, 4, 'latin1')
  chunk.set(data, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length)
  return chunk
}

/** Returns the bytes of an account's picture. */
async function pictureOf({ app, call }: TestSite, token: string) {
  const address = (await call('GET', '/api/account', { token })).json().profilePicture
  return (await app.inject(address)).rawPayload
}

test.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)(
  'S3.01 an uploaded %s picture is converted to a public square WebP',
  async (format) => {
    const site = await createTestSite()
    const { accessToken: token, userId } = await site.createReader()
    const answer = await upload(site, token, await plain(300, 40)[format]().toBuffer(), `image/${format}`)
    expect(answer.statusCode).toBe(200)
    const { profilePicture } = answer.json()
    expect(profilePicture).toMatch(/^\/pictures\/[\w-]{36}$/)
    expect((await site.call('GET', '/auth/current-user', { token })).json()).toMatchObject({
      id: userId,
      profilePicture,
    })

    const picture = await site.app.inject(profilePicture)
    expect(picture.statusCode).toBe(200)
    expect(picture.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(picture.headers).not.toHaveProperty('set-cookie')
    const { format: kind, width, height } = await sharp(picture.rawPayload).metadata()
    expect([kind, width, height]).toEqual(['webp', PROFILE_PICTURE_SIDE_PX, PROFILE_PICTURE_SIDE_PX])
    const head = await site.app.inject({ method: 'HEAD', url: profilePicture })
    expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([
      200,
      String(picture.rawPayload.length),
      '',
    ])
  },
)

test('removes location, camera and all other metadata, and turns the picture upright', async () => {
  const site = await createTestSite()
  const { accessToken: token } = await site.createReader()
  const file = await halves()
    .withExif({
      IFD0: { Make: 'SecretCamera', Copyright: 'SecretOwner' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '47/1 22/1 0/1' },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><SecretWords/></x:xmpmeta>')
    .withIccProfile('p3')
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  expect(file.toString('latin1')).toMatch(/SecretCamera/)
  expect((await upload(site, token, file)).statusCode).toBe(200)
  const picture = await pictureOf(site, token)
  expect(picture.toString('latin1')).not.toMatch(/Secret|EXIF|XMP|ICCP/)
  const metadata = await sharp(picture).metadata()
  expect([metadata.exif, metadata.xmp, metadata.icc, metadata.orientation]).toEqual(Array(4).fill(undefined))
  // The picture was turned by 90°, so the left half is at the top.
  const { data } = await sharp(picture).raw().toBuffer({ resolveWithObject: true })
  const redAt = (x: number, y: number) => data[(y * PROFILE_PICTURE_SIDE_PX + x) * 3] ?? 0
  expect(redAt(PROFILE_PICTURE_SIDE_PX / 2, 20)).toBeGreaterThan(200)
  expect(redAt(PROFILE_PICTURE_SIDE_PX / 2, PROFILE_PICTURE_SIDE_PX - 20)).toBeLessThan(60)
})

test('stores only the pixels of an uploaded file, without scripts or archives hidden in the file', async () => {
  const site = await createTestSite()
  const { accessToken: token } = await site.createReader()
  const evil = '<script>alert(1)</script>PK\x03\x04evil.exe'
  const jpeg = await plain(40, 40)
    .withExif({ IFD0: { ImageDescription: evil } })
    .jpeg()
    .toBuffer()
  const png = await plain(40, 40).png().toBuffer()
  const inside = Buffer.concat([
    png.subarray(0, 33),
    chunkOf('tEXt', Buffer.from(`Comment\0${evil}`)),
    png.subarray(33),
  ])
  for (const file of [
    jpeg,
    Buffer.concat([jpeg, Buffer.from(evil)]),
    inside,
    Buffer.concat([png, gzipSync(evil), Buffer.from(evil)]),
  ]) {
    expect((await upload(site, token, file)).statusCode).toBe(200)
    expect((await pictureOf(site, token)).toString('latin1')).not.toMatch(/script|evil|PK/)
  }
})

test('stores only the first frame of an animation', async () => {
  const site = await createTestSite()
  const { accessToken: token } = await site.createReader()
  const frames = await Promise.all(['#f00', '#00f'].map((colour) => plain(40, 40, colour).png().toBuffer()))
  const gif = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
  expect((await upload(site, token, gif)).statusCode).toBe(200)
  const picture = await pictureOf(site, token)
  expect((await sharp(picture).metadata()).pages ?? 1).toBe(1)
  expect((await sharp(picture).raw().toBuffer())[0]).toBeGreaterThan(200)
})

describe('refuses a file that is not a picture', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
  const files: Record<string, () => Buffer | Promise<Buffer>> = {
    'an SVG': () => Buffer.from(svg),
    'an SVG with entities that grow': () =>
      Buffer.from(
        `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;">]><svg xmlns="http://www.w3.org/2000/svg">&b;</svg>`,
      ),
    'an HTML page': () => Buffer.from('<!doctype html><script>alert(1)</script>'),
    'a PDF': () => Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'),
    'a TIFF': () => plain(40, 40).tiff().toBuffer(),
    'raw pixels of libvips': () => Buffer.from('VIPS'.padEnd(100, '\0')),
    'a ZIP bomb': () => gzipSync(Buffer.alloc(50_000_000)),
    'an object': () => Buffer.from('{"name":"x"}'),
    nothing: () => Buffer.alloc(0),
    'half a JPEG': async () => (await plain(900, 900).jpeg().toBuffer()).subarray(0, 4000),
    'half a PNG': async () => (await plain(900, 900).png().toBuffer()).subarray(0, 1000),
    'the beginning of a WebP': async () => (await plain(90, 90).webp().toBuffer()).subarray(0, 40),
    'a PNG that says it is huge': () => pngOf(60_000, 60_000, ['IDAT', deflateSync(Buffer.alloc(100))]),
    'a PNG that is huge': () =>
      pngOf(20_000, 20_000, ['IDAT', deflateSync(Buffer.alloc(20_000 * 2_501), { level: 1 })]),
    'a PNG without pixels': () => pngOf(40, 40),
    'a PNG of no size': () => pngOf(0, 0, ['IDAT', deflateSync(Buffer.alloc(10))]),
    '5 MiB of noise': () => Buffer.alloc(PICTURE_BYTES_MAX, 'noise'),
  }
  test.each(Object.keys(files))('refuses as a profile picture: %s', async (name) => {
    const site = await createTestSite()
    const { accessToken: token } = await site.createReader()
    const file = (await files[name]?.()) ?? Buffer.alloc(0)
    for (const type of ['image/png', 'image/svg+xml', 'application/json', '']) {
      const answer = await upload(site, token, file, type)
      expect(answer.statusCode).toBe(400)
      const code = /huge/.test(name) ? 'picture_too_large' : 'picture_unreadable'
      expect(answer.json().code).toBe(file.length === 0 && type === '' ? 'bad_request' : code)
    }
    expect(await site.db.selectFrom('pictures').selectAll().execute()).toEqual([])
  })

  test('refuses a profile picture one byte larger than 5 MiB', async () => {
    const site = await createTestSite()
    const { accessToken: token } = await site.createReader()
    const answer = await upload(site, token, Buffer.alloc(PICTURE_BYTES_MAX + 1))
    expect([answer.statusCode, answer.json()]).toEqual([
      413,
      { code: 'payload_too_large', message: 'What was sent is too large. Send less at once. The limit is 5 MB.' },
    ])
  })
})

test('the call that changes the name refuses an image and a large body', async () => {
  const site = await createTestSite()
  const { accessToken: token } = await site.createReader()
  const send = (type: string, payload: string | Buffer) =>
    site.app.inject({
      method: 'PATCH',
      url: '/api/account',
      headers: { authorization: `Bearer ${token}`, 'content-type': type },
      payload,
    })
  expect((await send('image/jpeg', Buffer.alloc(10))).statusCode).toBe(errors.unsupported_media_type.status)
  expect((await send('application/json', JSON.stringify({ name: 'x'.repeat(70_000) }))).statusCode).toBe(413)
})

test('a new picture replaces the previous one, and removing the picture deletes its file and row', async () => {
  const site = await createTestSite()
  const { accessToken: token } = await site.createReader()
  const other = await site.createReader()
  const address = async (answer: Promise<{ json: () => { profilePicture: string } }>) =>
    (await answer).json().profilePicture
  const others = await address(upload(site, other.accessToken, await plain(40, 40).png().toBuffer()))
  const first = await address(upload(site, token, await plain(40, 40).png().toBuffer()))
  const second = await address(upload(site, token, await plain(40, 40, '#0c3').png().toBuffer()))
  const status = async (url: string) => (await site.app.inject(url)).statusCode
  expect(await Promise.all([first, second, others].map(status))).toEqual([404, 200, 200])

  for (let times = 0; times < 2; times++) {
    const removed = await site.call('DELETE', '/api/account/picture', { token })
    expect([removed.statusCode, removed.json().profilePicture]).toEqual([200, null])
  }
  expect(await Promise.all([first, second, others].map(status))).toEqual([404, 404, 200])
  expect(await site.db.selectFrom('pictures').select('id').execute()).toHaveLength(1)
})

test('when twenty pictures are uploaded at the same time, one is stored; refused uploads get a Retry-After header', async () => {
  const site = await createTestSite()
  const { accessToken: token } = await site.createReader()
  const file = await plain(2000, 2000).jpeg().toBuffer()
  const answers = await Promise.all(Array.from({ length: 20 }, () => upload(site, token, file)))
  const waiting = answers.filter(({ statusCode }) => statusCode !== 200)
  expect(answers.length - waiting.length).toBeGreaterThan(0)
  for (const answer of waiting) {
    expect(answer.json().code).toBe('busy')
    expect(answer.headers['retry-after']).toBe('10')
  }
  expect(await site.db.selectFrom('pictures').select('id').execute()).toHaveLength(1)
  expect((await pictureOf(site, token)).length).toBeGreaterThan(0)
  const next = await upload(site, token, file)
  expect([next.statusCode, next.json().code]).toEqual([429, 'too_many_requests'])
})

test.each([
  '01920000-0000-7000-8000-000000000000',
  'x',
  '%00',
  '..%2f..%2fcanary.txt',
  "'%20or%20''='",
  'x'.repeat(90),
])('GET and HEAD of the unknown picture /pictures/%s are answered 404', async (id) => {
  const { app } = await createTestSite()
  for (const method of ['GET', 'HEAD'] as const) {
    const answer = await app.inject({ method, url: `/pictures/${id}` })
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([404, 'no-store'])
  }
})
