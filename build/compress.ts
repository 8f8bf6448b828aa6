import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { reuseOrMakeContent } from './reused-files.ts'
import { publicBuildFolder } from './site.ts'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
/**
 * Matches files that pages rarely load but that change whenever a text changes. These files are compressed with a lower
 * quality, because the best quality would take twice as long.
 */
const feedsAndSearch = /^(feed\.(xml|json)|atom\.xml|search-index\.json)$/
const compressible = /\.(html|js|css|svg|json|xml|txt|webmanifest|ico)$/

/** Writes a .br and a .gz copy of each public file, if the copy is smaller. So the server never has to compress. */
export async function compressPublicFiles(): Promise<void> {
  const entries = await readdir(publicBuildFolder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((e) => e.isFile() && compressible.test(e.name))
    .map((e) => path.join(e.parentPath, e.name))
  await Promise.all(
    files.map(async (file) => {
      const data = await readFile(file)
      const quality = feedsAndSearch.test(path.basename(file)) ? 10 : constants.BROTLI_MAX_QUALITY
      const params = { [constants.BROTLI_PARAM_SIZE_HINT]: data.length, [constants.BROTLI_PARAM_QUALITY]: quality }
      const br = await reuseOrMakeContent('br', [data], () => brotli(data, { params }))
      const gz = await reuseOrMakeContent('gz', [data], () => zip(data, { level: 9 }))
      if (br.length < data.length) await writeFile(`${file}.br`, br)
      if (gz.length < data.length) await writeFile(`${file}.gz`, gz)
    }),
  )
}
