import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { loadPicture } from './pictures.ts'

const frame = (background: string) =>
  sharp({ create: { width: 20, height: 10, channels: 3, background } })
    .png()
    .toBuffer()

test('an animation is refused with the number of its frames, and a picture of one frame is encoded', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'pictures-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const frames = [await frame('red'), await frame('blue')]
  const write = async (name: string, picture: Promise<Buffer>) => {
    writeFileSync(path.join(folder, name), await picture)
    return path.join(folder, name)
  }
  const moving = await write(
    'boat.gif',
    sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer(),
  )
  const still = await write('still.gif', sharp(frames[0]).gif().toBuffer())
  const output = { writeFile: async (name: string) => `/${name}` } as never
  await expect(loadPicture(moving, output)).rejects.toThrow(
    /boat\.gif is an animation.* the first of 2 frames\. Save it/,
  )
  expect((await loadPicture(still, output)).img).toMatchObject({ w: 20, h: 10 })
})
