import { type Agent, get, type OutgoingHttpHeaders } from 'node:http'

/**
 * Measures a GET request.
 * @returns the time until the answer is complete, in milliseconds; rejects when the status is not 200
 */
export function measureGet(url: string, agent: Agent | false, headers: OutgoingHttpHeaders = {}): Promise<number> {
  const start = performance.now()
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} is answered with ${response.statusCode}.`))
      response.resume().once('end', () => resolve(performance.now() - start))
    }).on('error', reject)
  })
}
