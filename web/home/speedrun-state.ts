/** This file has the state of a run of the scrolling game, as a reducer of events. Times are in milliseconds. */

export interface BestSpeedrun {
  splits: number[]
  total: number
}

export interface StoredSpeedrunResults {
  switchedOn: boolean
  best: BestSpeedrun | null
}

export interface SpeedrunState extends StoredSpeedrunResults {
  /**
   * The phase of the run. `away`: the page is scrolled down, for example after a reload, so no run can start. `ready`:
   * the page is at the top. `running`: from the first scroll until the finish. `finished`: the reader has reached the
   * finish.
   */
  phase: 'away' | 'ready' | 'running' | 'finished'
  startedAt: number
  /** For each section, the time from the start until the section was reached; null when it has not been reached. */
  splits: (number | null)[]
  total: number | null
  /** The best earlier run, with which this run is compared. */
  rival: BestSpeedrun | null
}

export type SpeedrunEvent =
  | { type: 'memoryRead'; memory: StoredSpeedrunResults }
  | { type: 'startReached' }
  | { type: 'firstScrolled'; at: number }
  | { type: 'sectionArrived'; section: number; at: number }
  | { type: 'finishArrived'; at: number }
  | { type: 'runAbandoned' }
  | { type: 'switchedOff' }
  | { type: 'switchedOn' }

const createEmptyRun = (sections: number): Pick<SpeedrunState, 'phase' | 'startedAt' | 'splits' | 'total'> => ({
  phase: 'away',
  startedAt: 0,
  splits: Array.from({ length: sections }, () => null),
  total: null,
})

export function createSpeedrunState(sections: number): SpeedrunState {
  return { ...createEmptyRun(sections), switchedOn: true, best: null, rival: null }
}

export function reduceSpeedrunState(state: SpeedrunState, event: SpeedrunEvent): SpeedrunState {
  switch (event.type) {
    case 'memoryRead': {
      const { switchedOn, best } = event.memory
      const fits = best?.splits.length === state.splits.length ? best : null
      // The panel of a finished run keeps the comparison with the run that was the best before.
      const rival = state.phase === 'finished' ? state.rival : fits
      return { ...state, ...(!switchedOn && createEmptyRun(state.splits.length)), switchedOn, best: fits, rival }
    }
    case 'startReached':
      return state.switchedOn && state.phase === 'away' ? { ...state, phase: 'ready' } : state
    case 'firstScrolled':
      if (!state.switchedOn || state.phase !== 'ready') return state
      return { ...state, phase: 'running', startedAt: event.at, rival: state.best }
    case 'sectionArrived':
      if (state.phase !== 'running' || state.splits[event.section] !== null) return state
      return { ...state, splits: state.splits.with(event.section, event.at - state.startedAt) }
    case 'finishArrived':
      return state.phase === 'running' ? finishRun(state, event.at - state.startedAt) : state
    case 'runAbandoned':
      return { ...state, ...createEmptyRun(state.splits.length), rival: state.best }
    case 'switchedOff':
      return { ...state, ...createEmptyRun(state.splits.length), switchedOn: false }
    case 'switchedOn':
      return { ...state, switchedOn: true }
  }
}

function finishRun(state: SpeedrunState, total: number): SpeedrunState {
  const splits = state.splits.map((split) => split ?? total)
  const best = state.best && state.best.total <= total ? state.best : { splits, total }
  return { ...state, phase: 'finished', splits, total, best }
}

/** Formats a time like a split timer: 5210 is '0:05.21'. */
export function formatSpeedrunTime(ms: number): string {
  const hundredths = Math.floor(Math.max(0, ms) / 10)
  const seconds = Math.floor(hundredths / 100)
  const pad = (value: number): string => String(value).padStart(2, '0')
  return `${Math.floor(seconds / 60)}:${pad(seconds % 60)}.${pad(hundredths % 100)}`
}

/**
 * Formats the difference to another time with its sign: − when `time` is shorter, + when it is longer. Null when one of
 * the times is missing.
 */
export function formatSpeedrunDifference(
  time: number | null,
  rival: number | undefined,
): { text: string; ahead: boolean } | null {
  if (time === null || rival === undefined) return null
  const hundredths = Math.floor(time / 10) - Math.floor(rival / 10)
  const ahead = hundredths < 0
  return { text: `${ahead ? '−' : '+'}${(Math.abs(hundredths) / 100).toFixed(2)}`, ahead }
}

/** A section of the home page that the reader passes during a run. */
export interface SpeedrunSection {
  subject: string
  title: string
}
