import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawTitleOnSocialPicture } from './drawings.ts'

const ground =
  '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><rect width="1200" height="630"/></svg>'

test.each([
  ['of one long word', 'Donaudampfschifffahrtsgesellschaftskapitän'],
  ['of two hundred characters', 'A journey through the fog '.repeat(8).slice(0, 200)],
])('the social picture of a title %s is 1200 × 630 pixels, and the title stays within its space', async (_, title) => {
  const picture = await drawTitleOnSocialPicture(`<span foreground="#ffffff">${title}</span>`, ground)
  const { info } = await sharp(picture).trim().toBuffer({ resolveWithObject: true })
  expect(await sharp(picture).metadata()).toMatchObject({ width: 1200, height: 630 })
  expect(info.width).toBeLessThanOrEqual(660)
  expect(info.height).toBeLessThanOrEqual(420)
})
