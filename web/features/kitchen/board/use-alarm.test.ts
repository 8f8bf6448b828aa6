import { act, createElement } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { dispatchEvent, installFakePage } from '../../../testing/render.ts'

beforeEach(() => void vi.useFakeTimers())

/** Replaces the browser's audio by a fake that the system can stop, as a call or another app does. */
function fakeAudio() {
  let tones = 0
  let canResume = true
  const contexts: AudioDouble[] = []
  class AudioDouble {
    state: AudioContextState = 'running'
    onstatechange: (() => void) | null = null
    constructor() {
      contexts.push(this)
    }
    resume = async () => {
      if (canResume) this.change('running')
    }
    close = async () => {}
    createGain = () => ({
      gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} },
      connect: (to: object) => to,
    })
    // An audio context that does not run plays nothing.
    createOscillator = () => ({
      ...{ frequency: {}, connect: (to: object) => to, stop() {} },
      start: () => void (this.state === 'running' && tones++),
    })
    change(state: AudioContextState) {
      if (this.state === state) return
      this.state = state
      this.onstatechange?.()
    }
  }
  vi.stubGlobal('AudioContext', AudioDouble)
  return {
    tones: () => tones,
    stop: (resumes: boolean) =>
      act(async () => {
        canResume = resumes
        contexts[0]?.change('interrupted')
      }),
    allow: () => {
      canResume = true
    },
  }
}

type UseAlarm = typeof import('./use-alarm.ts')['useOrderAlarm']

/** A button that turns the sound on, for a waiting order. @param useAlarm from the modules that the page has loaded */
function Alarm({ useAlarm }: { useAlarm: UseAlarm }) {
  const { blocked, turn } = useAlarm(true)
  return createElement('button', { type: 'button', onClick: () => turn(true) }, blocked ? 'blocked' : 'sounding')
}

/** Shows the alarm of a waiting order, with the sound turned on. */
async function openAlarm() {
  const page = installFakePage(() => Response.json({}))
  const audio = fakeAudio()
  const { useOrderAlarm } = await import('./use-alarm.ts')
  await page.show(createElement(Alarm, { useAlarm: useOrderAlarm }))
  await page.click('sounding')
  return { page, ...audio }
}

test('the alarm continues when the system has stopped the sound and the page can start it again', async () => {
  const { page, tones, stop } = await openAlarm()
  await stop(true)
  const before = tones()
  await page.wait(10_000)
  expect(tones()).toBeGreaterThan(before)
  expect(page.text()).toBe('sounding')
})

test('when the system has stopped the sound and the page cannot start it again, the alarm is blocked until a tap', async () => {
  const { page, tones, stop, allow } = await openAlarm()
  await stop(false)
  expect(page.text()).toBe('blocked')
  const before = tones()
  allow()
  await act(async () => void dispatchEvent(page.document, 'pointerup'))
  await page.wait(10_000)
  expect(tones()).toBeGreaterThan(before)
  expect(page.text()).toBe('sounding')
})
