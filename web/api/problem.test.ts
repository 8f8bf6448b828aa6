import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { getVersion } from '#contract/version.ts'
import { fakeBrowser } from '../testing/browser.ts'
import { apiFetch } from './api.ts'
import { problemOf } from './problem.ts'

beforeEach(() => {
  vi.spyOn(console, 'info').mockImplementation(() => {})
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('problemOf', () => {
  const told = async (response: () => Response) => {
    fakeBrowser(response)
    return apiFetch(getVersion).catch((error) => problemOf(error, 'offline'))
  }

  it('reads a refusal in plain text and one in JSON', async () => {
    const words = { code: 'email_invalid', message: 'not one' }
    const headers = { 'x-error-code': 'email_invalid' }
    expect(await told(() => new Response('not one', { status: 400, headers }))).toEqual(words)
    expect(await told(() => Response.json(words, { status: 400 }))).toEqual(words)
  })

  it('S8.01 S8.02 reads the text of the server without a header of ours too', async () => {
    const problem = { code: null, message: 'This address is taken.' }
    expect(await told(() => new Response(' This address is taken.\n', { status: 409 }))).toEqual(problem)
    expect(await told(() => new Response('', { status: 409 }))).toMatchObject({
      code: null,
      message: expect.stringContaining('Something broke on our side'),
    })
  })

  it('has words for what is not ours, and the words of the caller for no answer', async () => {
    const strange = await told(() => new Response('<html>Bad gateway', { status: 502 }))
    expect(strange).toMatchObject({ code: null, message: expect.stringContaining('Something broke on our side') })
    expect(await told(() => Response.json({ code: 'made_up', message: 'odd' }, { status: 400 }))).toEqual({
      code: null,
      message: 'odd',
    })
    expect(await problemOf(new TypeError('Failed to fetch'), 'offline')).toEqual({ code: null, message: 'offline' })
  })
})
