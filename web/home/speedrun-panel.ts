import { createButtonElement, createDomElement } from '../ui/element.ts'
import type { SpeedrunSection } from './speedrun-state.ts'
import { formatSpeedrunDifference, formatSpeedrunTime, type SpeedrunState } from './speedrun-state.ts'

interface SpeedrunPanelActions {
  onAgain: () => void
  onSwitch: () => void
}

/**
 * Creates the panel at the finish of the scrolling game: split times, the comparison with the best run, and buttons.
 */
export function createSpeedrunPanel(sections: readonly SpeedrunSection[], { onAgain, onSwitch }: SpeedrunPanelActions) {
  const verdict = createDomElement('p', { class: 'run-verdict', role: 'status' })
  const rows = sections.map(({ title, subject }) => {
    const gem = createDomElement('i', { class: 'run-gem', 'data-subject': subject })
    return { gem, ...createRow(gem, title) }
  })
  const finish = createRow('Finish')
  finish.time.className = 'run-total'
  const heads = ['Section', 'Against your best', 'Time'].map((name) => createDomElement('th', { scope: 'col' }, name))
  const table = createDomElement(
    'table',
    {},
    createDomElement('thead', { class: 'visually-hidden' }, createDomElement('tr', {}, ...heads)),
    createDomElement('tbody', {}, ...rows.map(({ row }) => row)),
    createDomElement('tfoot', {}, finish.row),
  )
  const again = createButtonElement({ class: 'run-again ink-pill' }, [], onAgain)
  const toggle = createButtonElement({ class: 'run-switch' }, [], onSwitch)
  const element = createDomElement(
    'div',
    { class: 'run-panel screen-only' },
    createDomElement('h2', {}, 'Your run'),
    verdict,
    table,
    createDomElement('div', { class: 'row run-actions' }, again, toggle),
  )

  return {
    element,
    update(state: SpeedrunState) {
      const { switchedOn, phase, splits, total, rival } = state
      const done = phase === 'finished'
      setText(verdict, switchedOn ? describeResult(state) : 'The run is turned off.')
      table.hidden = !switchedOn
      again.hidden = !switchedOn
      setText(again, done ? 'Run again' : 'Run from the top')
      setText(toggle, switchedOn ? 'Turn the run off' : 'Turn the run on')
      for (const [index, { gem, gap, time }] of rows.entries()) {
        const split = splits[index] ?? null
        gem.toggleAttribute('data-lit', split !== null)
        gap.replaceChildren(...(done ? drawGap(split, rival?.splits[index]) : []))
        setText(time, split === null ? '–' : formatSpeedrunTime(split))
      }
      finish.gap.replaceChildren(...(done ? drawGap(total, rival?.total) : []))
      finish.time.dataset.ahead = `${done && total !== null && (!rival || total < rival.total)}`
      setText(finish.time, formatSpeedrunTime(total ?? 0))
    },
  }
}

/** Creates a row of the table, with the cells for the difference to the best run and for the time. */
function createRow(...name: (Node | string)[]) {
  const gap = createDomElement('td', {})
  const time = createDomElement('td', {})
  return { gap, time, row: createDomElement('tr', {}, createDomElement('th', { scope: 'row' }, ...name), gap, time) }
}

function drawGap(time: number | null, rival: number | undefined): Node[] {
  const gap = formatSpeedrunDifference(time, rival)
  if (!gap) return []
  const words = createDomElement('span', { class: 'visually-hidden' }, gap.ahead ? ' seconds ahead' : ' seconds behind')
  return [createDomElement('span', { class: 'run-gap', 'data-ahead': `${gap.ahead}` }, gap.text, words)]
}

/** Changes the text of an element. An unchanged text is not set again, because a screen reader would repeat it. */
function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text
}

/** Returns sentences about the result of a run, or about how to start one. */
function describeResult({ phase, total, rival }: SpeedrunState): string {
  if (phase !== 'finished' || total === null) return 'Scroll down from the top of the page, and the clock runs.'
  const time = formatSpeedrunTime(total)
  if (!rival) return `${time}. Your first run. This is the time to beat now.`
  if (total < rival.total) return `${time}. A new personal best.`
  return `${time}. Your personal best is still ${formatSpeedrunTime(rival.total)}.`
}
