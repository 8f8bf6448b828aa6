import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { parseStoredSpeedrunResults, readSpeedrunResults, writeSpeedrunResults } from './speedrun-results.ts'
import {
  createSpeedrunState,
  formatSpeedrunDifference,
  formatSpeedrunTime,
  reduceSpeedrunState,
  type SpeedrunEvent,
  type SpeedrunState,
} from './speedrun-state.ts'

const play = (events: SpeedrunEvent[], from: SpeedrunState = createSpeedrunState(2)): SpeedrunState =>
  events.reduce(reduceSpeedrunState, from)

const run: SpeedrunEvent[] = [
  { type: 'startReached' },
  { type: 'firstScrolled', at: 1000 },
  { type: 'sectionArrived', section: 0, at: 1500 },
  { type: 'sectionArrived', section: 1, at: 3000 },
]
const wholeRun: SpeedrunEvent[] = [...run, { type: 'finishArrived', at: 5000 }]

describe('a run of the scrolling game', () => {
  it('a run starts only with the first scroll after the page was at its top', () => {
    expect(play([{ type: 'firstScrolled', at: 1 }]).phase).toBe('away')
    expect(play(run.slice(0, 2))).toMatchObject({ phase: 'running', startedAt: 1000 })
  })

  it('a run measures the time of each section once', () => {
    const state = play([...run, { type: 'sectionArrived', section: 0, at: 4000 }])
    expect(state.splits).toEqual([500, 2000])
  })

  it('a run counts no section before it starts', () => {
    expect(play([{ type: 'startReached' }, { type: 'sectionArrived', section: 0, at: 10 }]).splits).toEqual([
      null,
      null,
    ])
  })

  it('a run ends at the finish, and reaching the finish again changes nothing', () => {
    const state = play(wholeRun)
    expect(state).toMatchObject({
      phase: 'finished',
      total: 4000,
      rival: null,
      best: { splits: [500, 2000], total: 4000 },
    })
    expect(reduceSpeedrunState(state, { type: 'finishArrived', at: 9000 })).toBe(state)
  })

  it('a section that was skipped gets the time of the finish', () => {
    expect(play([...run.slice(0, 3), { type: 'finishArrived', at: 2000 }]).splits).toEqual([500, 1000])
  })

  it('a run is compared with the best earlier run, and becomes the best run only when it is faster', () => {
    const best = { splits: [100, 200], total: 300 }
    const slower = play([{ type: 'memoryRead', memory: { switchedOn: true, best } }, ...wholeRun])
    expect(slower).toMatchObject({ rival: best, best })
    const slow = { splits: [4000, 8000], total: 9000 }
    const faster = play([{ type: 'memoryRead', memory: { switchedOn: true, best: slow } }, ...wholeRun])
    expect(faster).toMatchObject({ rival: slow, best: { total: 4000 } })
  })

  it('a finished run is still compared with the earlier best run when another tab stores a faster run', () => {
    const slow = { splits: [4000, 8000], total: 9000 }
    const fast = { splits: [100, 200], total: 300 }
    const read = (best: typeof slow): SpeedrunEvent => ({ type: 'memoryRead', memory: { switchedOn: true, best } })
    expect(play([read(slow), ...wholeRun, read(fast)])).toMatchObject({ phase: 'finished', rival: slow, best: fast })
  })

  it('a stored best run with another number of sections is ignored', () => {
    const memory = { switchedOn: true, best: { splits: [1], total: 2 } }
    expect(play([{ type: 'memoryRead', memory }]).best).toBeNull()
  })

  it('a run can be repeated, and is then compared with the best run so far', () => {
    const again = play([...wholeRun, { type: 'runAbandoned' }])
    expect(again).toMatchObject({ phase: 'away', splits: [null, null], total: null, rival: { total: 4000 } })
  })

  it('a run does not start while the game is switched off', () => {
    const off = play([{ type: 'switchedOff' }, ...wholeRun])
    expect(off).toMatchObject({ phase: 'away', switchedOn: false, best: null })
    expect(play([{ type: 'switchedOn' }, ...wholeRun], off).phase).toBe('finished')
  })

  it('the best run is kept when the game is switched off', () => {
    expect(play([...wholeRun, { type: 'switchedOff' }]).best?.total).toBe(4000)
  })
})

describe('the text of the timer', () => {
  it.each([
    [0, '0:00.00'],
    [5219, '0:05.21'],
    [59_999, '0:59.99'],
    [60_000, '1:00.00'],
    [754_321, '12:34.32'],
    [-5, '0:00.00'],
  ])('the timer formats %d ms as %s', (ms, text) => expect(formatSpeedrunTime(ms)).toBe(text))

  it.each([
    [1000, 2200, '−1.20', true],
    [2200, 1000, '+1.20', false],
    [1000, 1000, '+0.00', false],
    [62_000, 1000, '+61.00', false],
  ])('the timer shows a time of %d ms, compared with %d ms, as %s', (time, rival, text, ahead) =>
    expect(formatSpeedrunDifference(time, rival)).toEqual({ text, ahead }),
  )

  it('the timer shows no difference when one of the two times is missing', () => {
    expect(formatSpeedrunDifference(null, 5)).toBeNull()
    expect(formatSpeedrunDifference(5, undefined)).toBeNull()
  })
})

describe('the stored results of runs', () => {
  const fresh = { switchedOn: true, best: null }

  it.each([
    null,
    '',
    'null',
    '7',
    '"run"',
    '[]',
    '{',
    '{"best":4}',
    '{"best":{"splits":"x","total":1}}',
    '{"best":{"splits":"x","total":-1}}',
  ])('the stored results of runs are empty when storage contains %s', (text) =>
    expect(parseStoredSpeedrunResults(text)).toEqual(fresh),
  )

  it.each(['[1,-2]', '[1,null]', '[1,"2"]', '[1,99]'])(
    'a stored best run with the split times %s is ignored',
    (splits) => {
      expect(parseStoredSpeedrunResults(`{"switchedOn":false,"best":{"splits":${splits},"total":50}}`)).toEqual({
        switchedOn: false,
        best: null,
      })
    },
  )

  it('the results of runs are read as they were stored', () => {
    const held = new Map<string, string>()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => held.get(key) ?? null,
      setItem: (key: string, text: string) => held.set(key, text),
    })
    onTestFinished(() => void vi.unstubAllGlobals())
    const memory = { switchedOn: false, best: { splits: [1, 2], total: 3 } }
    expect(readSpeedrunResults()).toEqual(fresh)
    writeSpeedrunResults(memory)
    expect([...held.keys()]).toEqual(['run'])
    expect(readSpeedrunResults()).toEqual(memory)
  })

  it('when storage is blocked, the results of runs are kept until the page is left', () => {
    const blocked = () => {
      throw new Error('SecurityError')
    }
    vi.stubGlobal('localStorage', { getItem: blocked, setItem: blocked })
    onTestFinished(() => void vi.unstubAllGlobals())
    expect(readSpeedrunResults()).toEqual(fresh)
    writeSpeedrunResults({ switchedOn: false, best: null })
    expect(readSpeedrunResults()).toEqual({ switchedOn: false, best: null })
  })
})
