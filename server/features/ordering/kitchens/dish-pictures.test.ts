import { deflateSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { PICTURE_BYTES_MAX } from '#contract/limits.ts'
import { DISH_PICTURE_DIMENSIONS_PX } from '#contract/ordering-limits.ts'
import { createOrderSite } from '../../../testing/orders.ts'

const plain = (background: string) => sharp({ create: { width: 90, height: 90, channels: 3, background } })

async function pictureSite() {
  const site = await createOrderSite()
  const { kitchen, olive } = site
  const at = `/api/kitchen/${kitchen.kitchenId}/items/${kitchen.burger.itemId}/picture`
  const upload = async (file: Buffer, type = 'image/jpeg') => {
    const headers = { authorization: `Bearer ${olive.token}`, 'content-type': type }
    const answer = await site.app.inject({ method: 'PUT', url: at, headers, payload: file })
    const body = answer.json()
    return { code: body.code, picture: body.categories?.[0]?.items[0]?.picture as string }
  }
  const status = async (url: string) => (await site.app.inject(url)).statusCode
  const rows = () => site.db.selectFrom('dish_pictures').select('id').execute()
  return { ...site, at, upload, status, rows }
}

test('an uploaded picture of the first dish is encoded as 4:3, is also the picture of the kitchen, and is cached for a year', async () => {
  const { upload, app, call, kitchen } = await pictureSite()
  const evil = '<script>alert(1)</script>'
  const file = Buffer.concat([await plain('#c03').jpeg().toBuffer(), Buffer.from(evil)])
  const { picture } = await upload(file, 'text/html')
  expect(picture).toMatch(/^\/dish-pictures\/[\w-]{36}$/)
  const answer = await app.inject(picture)
  expect(answer.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  })
  expect(answer.rawPayload.toString('latin1')).not.toContain('script')
  expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'webp', ...DISH_PICTURE_DIMENSIONS_PX })
  const shown = (await call('GET', `/api/kitchens/${kitchen.slug}`)).json()
  expect([shown.terms.picture, shown.categories[0].items[0].picture]).toEqual([picture, picture])
  expect((await call('GET', '/api/kitchens')).json().kitchens[0].picture).toBe(picture)
})

test('a picture is deleted when it is replaced or removed, and when its item is deleted', async () => {
  const { upload, as, olive, kitchen, at, status, rows } = await pictureSite()
  const file = await plain('#0c3').png().toBuffer()
  const { picture: first } = await upload(file)
  const { picture: second } = await upload(file)
  expect(await Promise.all([first, second].map(status))).toEqual([404, 200])
  const { body } = await as(olive, 'DELETE', at)
  expect(body.categories[0].items[0].picture).toBe(null)
  expect([await status(second), await rows()]).toEqual([404, []])
  const item = at.replace('/picture', '')
  const category = `/api/kitchen/${kitchen.kitchenId}/categories/${body.categories[0].id}`
  await upload(file)
  await as(olive, 'DELETE', item)
  expect(await rows()).toEqual([])
  await as(olive, 'DELETE', category)
  expect((await upload(file)).code).toBe('not_found')
  for (const url of ['/dish-pictures/%00', '/dish-pictures/..%2f', '/dish-pictures/nothing'])
    expect(await status(url)).toBe(404)
})

test('refuses a file that is too large or not a picture, and leaves the dish unchanged', async () => {
  const { upload, rows } = await pictureSite()
  const huge = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  huge.writeUInt32BE(60_000, 16)
  huge.writeUInt32BE(60_000, 20)
  for (const file of [
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    Buffer.from('GIF89a<script>alert(1)</script>'),
    gzipSync(Buffer.alloc(1_000_000)),
    deflateSync(Buffer.alloc(1_000_000)),
    (await plain('#c03').png().toBuffer()).subarray(0, 60),
  ])
    expect((await upload(file)).code).toBe('picture_unreadable')
  expect((await upload(huge)).code).toBe('picture_too_large')
  expect((await upload(Buffer.alloc(PICTURE_BYTES_MAX + 1))).code).toBe('payload_too_large')
  expect(await rows()).toEqual([])
})
