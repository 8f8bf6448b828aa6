import { writeFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { findFreePort } from '@hobohat/hub/testing'
import { createTemporaryFolder, type ServerProcess, startServer } from './processes.ts'

/** The headers that Node adds by itself. */
const own = ['date', 'connection', 'keep-alive']

/**
 * Records a brotli-compressed response of our server. Runs another server, which sends the same headers and bytes.
 * @param program the file of the other server in this folder
 * @param ours the origin of our server
 */
export async function recordAndServeResponse(program: string, ours: string, address: string): Promise<ServerProcess> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(ours + address, { headers: { 'accept-encoding': 'br' }, agent: false }, resolve).on('error', reject)
  })
  if (response.headers['content-encoding'] !== 'br') throw new Error(`${address} does not come in brotli.`)
  const headers = Object.entries(response.headers).filter(([name]) => !own.includes(name))
  const folder = createTemporaryFolder()
  const files = { body: path.join(folder, 'body'), headers: path.join(folder, 'headers.json') }
  await writeFile(files.body, await buffer(response))
  await writeFile(files.headers, JSON.stringify(headers.flat()))
  const port = await findFreePort()
  const main = path.join(import.meta.dirname, program)
  return startServer([process.execPath, main, String(port), files.body, files.headers], port, address)
}
