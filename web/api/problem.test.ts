import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { getVersion } from '#contract/version.ts'
import { installFakeBrowser } from '../testing/browser.ts'
import { fetchWithoutSession } from './api.ts'
import { readProblem } from './problem.ts'

beforeEach(() => {
  vi.spyOn(console, 'info').mockImplementation(() => {})
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('readProblem', () => {
  const getProblem = async (response: () => Response) => {
    installFakeBrowser(response)
    return fetchWithoutSession(getVersion).catch((error) => readProblem(error, 'offline'))
  }

  it('readProblem reads the message of a refusal in plain text and in JSON', async () => {
    const refusal = { code: 'email_invalid', message: 'not one' }
    const headers = { 'x-error-code': 'email_invalid' }
    expect(await getProblem(() => new Response('not one', { status: 400, headers }))).toEqual(refusal)
    expect(await getProblem(() => Response.json(refusal, { status: 400 }))).toEqual(refusal)
  })

  it('S8.01 S8.02 readProblem reads the text of a response without an error code', async () => {
    const problem = { code: null, message: 'This address is taken.' }
    expect(await getProblem(() => new Response(' This address is taken.\n', { status: 409 }))).toEqual(problem)
    expect(await getProblem(() => new Response('', { status: 409 }))).toMatchObject({
      code: null,
      message: expect.stringContaining('Something broke on our side'),
    })
  })

  it('readProblem returns a general message for an unknown response, and the caller’s message when there is no response', async () => {
    const strange = await getProblem(() => new Response('<html>Bad gateway', { status: 502 }))
    expect(strange).toMatchObject({ code: null, message: expect.stringContaining('Something broke on our side') })
    expect(await getProblem(() => Response.json({ code: 'made_up', message: 'odd' }, { status: 400 }))).toEqual({
      code: null,
      message: 'odd',
    })
    expect(await readProblem(new TypeError('Failed to fetch'), 'offline')).toEqual({ code: null, message: 'offline' })
  })
})
