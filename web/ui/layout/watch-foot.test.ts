import { afterEach, expect, test, vi } from 'vitest'
import { installFakePage } from '../../testing/render.ts'

afterEach(() => void vi.unstubAllGlobals())

test('when one of two strips is removed, --foot-height stays set, and it is removed with the last strip', async () => {
  const { document, window } = installFakePage(() => new Response())
  Object.assign(window, { innerHeight: 800 })
  document.body.innerHTML = '<main id="content"></main><div class="foot"></div>'
  Object.defineProperty(document.querySelector('.foot'), 'offsetHeight', { value: 53 })
  class Observer {
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Observer)
  vi.stubGlobal('MutationObserver', Observer)
  const report = vi.fn()
  vi.stubGlobal(
    'ResizeObserver',
    class extends Observer {
      constructor(onSize: () => void) {
        super()
        report.mockImplementation(onSize)
      }
    },
  )
  const { hideObstructingFootStrip } = await import('./watch-foot.ts')
  const ends = [hideObstructingFootStrip(), hideObstructingFootStrip()]
  report()
  const height = () => document.documentElement.style.getPropertyValue('--foot-height')
  expect(height()).toBe('53px')
  ends[0]?.()
  expect(height()).toBe('53px')
  ends[1]?.()
  expect(height()).toBe('')
})
