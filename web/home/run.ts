import { callAll, listen } from '../device/listen.ts'
import { getReducedMotionQuery } from '../device/reduced-motion.ts'
import { watchScrolledToTop } from '../device/scrolled-to-top.ts'
import { isPressInProgress, subscribeToPressEnds } from '../kit/press.ts'
import { isAboveRevealLine, watchRevealLine } from './reveal.ts'
import { createSpeedrunPanel } from './speedrun-panel.ts'
import { onSpeedrunResultsChangedElsewhere, readSpeedrunResults, writeSpeedrunResults } from './speedrun-results.ts'
import { createSpeedrunState, reduceSpeedrunState, type SpeedrunEvent } from './speedrun-state.ts'
import { createSpeedrunTimer } from './speedrun-timer.ts'
import './run-panel.css'

/** How far a reader scrolls from the top before a run starts, in pixels. */
const START_PX = 8

const now = (): number => Math.round(performance.now())

/**
 * Starts the scrolling game of Home. It measures how long the reader scrolls from the top to the finish. It is off
 * under reduced motion. It does not use React, so that scrolling Home does not load the application.
 * @param stages the sections of Home in their order
 * @param finish the element at the end of Home that shows the panel
 * @returns a function that stops the game and removes what it has drawn
 */
export function startScrollingGame(stages: readonly HTMLElement[], finish: HTMLElement): () => void {
  const stillness = getReducedMotionQuery()
  let remove = () => {}
  const draw = () => {
    remove()
    remove = stillness.matches ? () => {} : drawRun(stages, finish)
  }
  draw()
  return callAll(listen(stillness, 'change', draw), () => remove())
}

function drawRun(stages: readonly HTMLElement[], finish: HTMLElement): () => void {
  const [first] = stages
  if (!first) return () => {}
  const sections = stages.map((stage) => ({
    subject: stage.dataset.subject ?? '',
    title: stage.querySelector('h2')?.textContent ?? '',
  }))
  const readMemory = (): SpeedrunEvent => ({ type: 'memoryRead', memory: readSpeedrunResults() })
  let state = reduceSpeedrunState(createSpeedrunState(sections.length), readMemory())
  let stopSections = () => {}
  const timer = createSpeedrunTimer(sections)
  const panel = createSpeedrunPanel(sections, {
    onAgain: () => {
      dispatch({ type: 'runAbandoned' })
      document.getElementById('start')?.focus({ preventScroll: true })
      window.scrollTo({ top: 0, behavior: 'smooth' })
    },
    onSwitch: () => dispatch({ type: state.switchedOn ? 'switchedOff' : 'switchedOn' }),
  })

  function dispatch(event: SpeedrunEvent) {
    const before = state
    state = reduceSpeedrunState(state, event)
    if (state === before) return
    const isNew = state.switchedOn !== before.switchedOn || state.best !== before.best
    if (isNew && event.type !== 'memoryRead') writeSpeedrunResults(state)
    if (state.phase !== before.phase) {
      stopSections()
      stopSections = state.phase === 'running' ? watchRevealLine([...stages, finish], onArrival) : () => {}
    }
    update()
    // At the top of the page, the next run is ready at once after the game was switched on or a run was abandoned.
    if (state.phase === 'away' && start.isAtTop()) dispatch({ type: 'startReached' })
  }
  function onArrival(element: HTMLElement) {
    if (element === finish) dispatch({ type: 'finishArrived', at: now() })
    else dispatch({ type: 'sectionArrived', section: stages.indexOf(element), at: now() })
  }
  function update() {
    if (state.switchedOn) delete document.documentElement.dataset.run
    else document.documentElement.dataset.run = 'off'
    timer.update(state)
    const isTimed = state.switchedOn && state.phase !== 'finished'
    if (!isTimed) timer.element.remove()
    // The element is inserted only once, because a second insertion would end its transitions.
    else if (!timer.element.isConnected) finish.prepend(timer.element)
    updatePanel()
  }
  // The result of a run changes the size of the panel and moves its buttons, so the panel is not updated during a
  // press.
  const updatePanel = () => isPressInProgress() || panel.update(state)

  // At the first report, the page may already be below its top, because the first scroll loaded this script. A run then
  // starts if no section has been reached yet. The application has restored an earlier scroll position before the first
  // report.
  let isFirstReport = true
  const start = watchScrolledToTop(START_PX, (isAtTop) => {
    if (isAtTop || (isFirstReport && !isAboveRevealLine(first))) dispatch({ type: 'startReached' })
    if (!isAtTop) dispatch({ type: 'firstScrolled', at: now() })
    isFirstReport = false
  })
  finish.setAttribute('aria-label', 'Your run')
  panel.update(state)
  finish.append(panel.element)
  update()
  const stopResults = onSpeedrunResultsChangedElsewhere(() => dispatch(readMemory()))
  return callAll(stopResults, start.stop, subscribeToPressEnds(updatePanel), timer.stop, () => {
    stopSections()
    delete document.documentElement.dataset.run
    finish.removeAttribute('aria-label')
    finish.replaceChildren()
  })
}
