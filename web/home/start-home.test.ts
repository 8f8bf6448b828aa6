import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dispatchEvent, installFakePage } from '../testing/render.ts'

type Entry = { isIntersecting: boolean; target: Element }

/** The observers that have not been disconnected. */
const observers = new Set<{ report: (entries: Entry[]) => void; watched: Set<Element> }>()

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  observers.clear()
  vi.unstubAllGlobals()
})

/** Records the listeners of a target. @returns the types of the listeners that were added and not removed */
function recordListeners(target: EventTarget): string[] {
  const types: string[] = []
  const { addEventListener, removeEventListener } = target
  target.addEventListener = (type: string, ...rest: [EventListener]) => {
    types.push(type)
    addEventListener.call(target, type, ...rest)
  }
  target.removeEventListener = (type: string, ...rest: [EventListener]) => {
    if (types.includes(type)) types.splice(types.indexOf(type), 1)
    removeEventListener.call(target, type, ...rest)
  }
  return types
}

/** Opens a page in which Home can be started. No section is above the line where sections are revealed. */
async function openHomePage() {
  const page = installFakePage(() => new Response())
  class Observer {
    #self
    constructor(report: (entries: Entry[]) => void) {
      this.#self = { report, watched: new Set<Element>() }
      observers.add(this.#self)
    }
    observe = (element: Element) => this.#self.watched.add(element)
    unobserve = (element: Element) => this.#self.watched.delete(element)
    disconnect = () => observers.delete(this.#self)
  }
  const stillness = Object.assign(new EventTarget(), { matches: false })
  vi.stubGlobal('IntersectionObserver', Observer)
  vi.stubGlobal('matchMedia', () => stillness)
  vi.stubGlobal('cancelAnimationFrame', clearTimeout)
  Object.assign(page.window, { innerHeight: 1000, scrollTo: () => {}, setTimeout, clearTimeout })
  const { startHomeAnimations } = await import('./start-home.ts')

  /** Adds the HTML of Home to the page. @param top the distance of the first section from the top of the window */
  function addHome(top = 900) {
    const home = page.document.createElement('div')
    home.innerHTML =
      '<h1 id="start" tabindex="-1"></h1><a class="hero-start" href="#games">Read on</a>' +
      '<section class="stage" id="games" tabindex="-1"><h2>Games</h2></section><section class="finish"></section>'
    page.document.querySelector('.home')?.remove()
    home.className = 'home'
    page.document.body.append(home)
    const part = (selectors: string) => home.querySelector(selectors) as HTMLElement
    part('.stage').getBoundingClientRect = () => ({ top }) as DOMRect
    return {
      home,
      part,
      phase: () => home.querySelector<HTMLElement>('.run-pill')?.dataset.phase,
      press: (name: string) => {
        const button = [...home.querySelectorAll('button')].find(({ textContent }) => textContent === name)
        if (!button) throw new Error(`No button ${name} in: ${home.textContent}`)
        dispatchEvent(button, 'click')
      },
    }
  }
  /** Reports to the observers of an element that the element has come into view or has left the view. */
  const report = (target: Element | undefined, isIntersecting: boolean) => {
    for (const { report, watched } of [...observers])
      if (target && watched.has(target)) report([{ isIntersecting, target }])
  }
  /** Reports to the observers whether the invisible marker at the top of the page is in view. */
  const reportTop = (isAtTop: boolean) => report([...page.document.body.children].at(-1), isAtTop)
  return { page, stillness, startHomeAnimations, addHome, report, reportTop }
}

test.each([
  ['starts at once when no section was revealed yet', 851, 'running'],
  ['does not start when a section was already revealed', 849, 'away'],
])('when the first scroll has loaded the script of the game, a run %s', async (_, top, phase) => {
  const { startHomeAnimations, addHome, reportTop } = await openHomePage()
  const view = addHome(top)
  startHomeAnimations(view.home)
  reportTop(false)
  expect(view.phase()).toBe(phase)
})

test('after a run is abandoned below the top of the page, a further scroll below the top starts no run', async () => {
  const { startHomeAnimations, addHome, reportTop } = await openHomePage()
  const view = addHome()
  startHomeAnimations(view.home)
  reportTop(false)
  view.press('Run from the top')
  reportTop(false)
  expect(view.phase()).toBe('away')
})

test('at the top of the page, a run is ready at once after the game is switched on or a run is abandoned', async () => {
  const { startHomeAnimations, addHome, reportTop } = await openHomePage()
  const view = addHome()
  startHomeAnimations(view.home)
  reportTop(true)
  view.press('Turn the run off')
  expect(view.phase()).toBeUndefined()
  view.press('Turn the run on')
  expect(view.phase()).toBe('ready')
  reportTop(false)
  expect(view.phase()).toBe('running')
  reportTop(true)
  view.press('Run from the top')
  expect(view.phase()).toBe('ready')
  reportTop(false)
  view.press('Turn the run off')
  view.press('Turn the run on')
  expect(view.phase()).toBe('away')
})

test('a second start of the same Home changes nothing', async () => {
  const { startHomeAnimations, addHome } = await openHomePage()
  const { home } = addHome()
  const stop = startHomeAnimations(home)
  const started = observers.size
  expect(startHomeAnimations(home)).toBe(stop)
  expect([observers.size, home.querySelectorAll('.run-panel').length]).toEqual([started, 1])
})

test('while Home is shown, the document marks a game that is switched off, and the mark is removed when Home is left', async () => {
  const { page, startHomeAnimations, addHome } = await openHomePage()
  const view = addHome()
  const stop = startHomeAnimations(view.home)
  view.press('Turn the run off')
  expect(page.document.documentElement.dataset.run).toBe('off')
  stop()
  expect(page.document.documentElement.dataset.run).toBeUndefined()
})

test.each<[string, (stop: () => void, startNext: () => () => void) => void]>([
  ['that is stopped', (stop) => stop()],
  ['that another Home replaces', (_, startNext) => startNext()()],
])('a Home %s leaves no listener, observer or timer, and the next Home starts with a new run', async (_, leave) => {
  const { page, stillness, startHomeAnimations, addHome, report, reportTop } = await openHomePage()
  const first = addHome()
  const listeners = [page.window, stillness, first.home, first.part('.hero-start')].map(recordListeners)
  const stop = startHomeAnimations(first.home)
  reportTop(true)
  reportTop(false)
  report(first.part('.stage'), true)
  page.fireOnWindow('scroll')
  expect(listeners).toEqual([['scroll', 'storage', 'pageshow'], ['change'], ['focusin'], ['click']])
  expect([vi.getTimerCount(), first.part('.stage').dataset.reveal]).toEqual([2, 'shown'])
  const second = addHome()
  leave(stop, () => startHomeAnimations(second.home))
  expect(listeners).toEqual([[], [], [], []])
  expect([observers.size, vi.getTimerCount(), page.document.body.children.length]).toEqual([0, 0, 1])
  expect(first.part('.finish').outerHTML).toBe('<section class="finish"></section>')
  expect(first.part('.stage').dataset.reveal).toBeUndefined()

  startHomeAnimations(second.home)
  expect(second.phase()).toBe('away')
  reportTop(true)
  vi.advanceTimersByTime(5_000)
  reportTop(false)
  vi.advanceTimersByTime(1_000)
  report(second.part('.stage'), true)
  vi.advanceTimersByTime(1_000)
  report(second.part('.finish'), true)
  const { best } = JSON.parse(page.stored.get('run') ?? '{}')
  expect(best).toEqual({ splits: [1000], total: 2000 })
})

test('a run does not replace a better run of another tab, and ends when another tab switches the game off', async () => {
  const { page, startHomeAnimations, addHome, report, reportTop } = await openHomePage()
  const view = addHome()
  startHomeAnimations(view.home)
  const storeElsewhere = (switchedOn: boolean) => {
    page.stored.set('run', JSON.stringify({ switchedOn, best: { splits: [500], total: 1000 } }))
    page.storageChanged('run')
  }
  reportTop(true)
  reportTop(false)
  storeElsewhere(true)
  vi.advanceTimersByTime(2_000)
  report(view.part('.stage'), true)
  report(view.part('.finish'), true)
  expect(view.part('[role=status]').textContent).toBe('0:02.00. Your personal best is still 0:01.00.')
  view.press('Run again')
  reportTop(true)
  reportTop(false)
  expect(view.phase()).toBe('running')
  storeElsewhere(false)
  expect(view.phase()).toBeUndefined()
  view.press('Turn the run on')
  expect(view.phase()).toBe('away')
  expect(JSON.parse(page.stored.get('run') ?? '')).toEqual({ switchedOn: true, best: { splits: [500], total: 1000 } })
})

test('a run of another tab whose Home has another number of sections stays stored', async () => {
  const { page, startHomeAnimations, addHome } = await openHomePage()
  page.stored.set('run', JSON.stringify({ switchedOn: true, best: { splits: [500], total: 1000 } }))
  startHomeAnimations(addHome().home)
  const newer = JSON.stringify({ switchedOn: true, best: { splits: [500, 700], total: 1000 } })
  page.stored.set('run', newer)
  page.storageChanged('run')
  expect(page.stored.get('run')).toBe(newer)
})
