import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { AuthorError } from '../author-error.ts'
import { loadPictureAsDataUrl, writePictureVariants } from './pictures.ts'

const drawing = (width: number, height: number, background = 'red') =>
  sharp({ create: { width, height, channels: 3, background } }).png()

/** Writes a file into a new folder. Returns its path. */
function write(name: string, bytes: Buffer | string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'pictures-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(path.join(folder, name), bytes)
  return path.join(folder, name)
}

const output = { writeFile: async (name: string) => `/${name}` } as never

test('refuses an animation with a message that has its number of frames, and encodes a picture with one frame', async () => {
  const frames = [await drawing(20, 10).toBuffer(), await drawing(20, 10, 'blue').toBuffer()]
  const moving = sharp(frames, { join: { animated: true } }).gif()
  await expect(writePictureVariants(write('boat.gif', await moving.toBuffer()), output)).rejects.toThrow(
    /boat\.gif is an animation.* the first of 2 frames\. Save it/,
  )
  const still = write('still.gif', await sharp(frames[0]).gif().toBuffer())
  expect((await writePictureVariants(still, output)).img).toMatchObject({ w: 20, h: 10 })
})

test.each([
  ['a film', 'demo.mov', '\0\0\0\x14ftypqt  \0\0\0\0qt  '],
  ['an empty file', 'boat.jpg', ''],
  ['the Git LFS pointer of a picture', 'plan.png', 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\n'],
])(
  '%s in place of a picture is refused with a message that names the file, in the build and in a preview',
  async (_, name, bytes) => {
    const file = write(name, bytes)
    for (const load of [writePictureVariants, loadPictureAsDataUrl]) {
      const error = await load(file, output).catch((error: unknown) => error)
      expect(error).toBeInstanceOf(AuthorError)
      expect(String(error)).toMatch(`${name} is no picture that can be read (`)
    }
  },
)

test('a picture that is higher than the formats allow is made smaller and keeps its proportions', async () => {
  const file = write('long.png', await drawing(100, 20_000).toBuffer())
  expect((await writePictureVariants(file, output)).img).toMatchObject({ w: 81, h: 16_200 })
  expect((await loadPictureAsDataUrl(file)).img).toMatchObject({ w: 82, h: 16_383 })
})
