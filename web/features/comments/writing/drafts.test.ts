import { afterEach, expect, test, vi } from 'vitest'
import { installFakeBrowser } from '../../../testing/browser.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a comment draft that was not changed for thirty days is removed', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T12:00:00Z') })
  const { stored } = installFakeBrowser(() => new Response())
  const draft = (at: string) => ({ text: `of ${at}`, key: at, at: new Date(at).getTime() })
  const drafts = { boje: draft('2026-10-21T12:00:00Z'), anker: draft('2026-10-23T12:00:00Z') }
  stored.set('commentDrafts', JSON.stringify(drafts))
  vi.resetModules()
  const { hasDraft } = await import('./drafts.ts')
  expect([hasDraft('boje'), hasDraft('anker')]).toEqual([false, true])
})
