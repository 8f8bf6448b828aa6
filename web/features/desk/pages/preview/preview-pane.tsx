import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { PageProblem } from '#contract/authoring.ts'
import { readTheme } from '../../../../device/theme.ts'
import { RadioChips } from '../../../../ui/form/radio-chips.tsx'
import { calculateScrollTop, type ScrollPlace } from './scroll-place.ts'
import './preview-pane.css'

/** The widths of the preview, in pixels. */
const widths = { phone: 390, desk: 1_280 }
const widthNames = [
  ['phone', 'Phone'],
  ['desk', 'Desk'],
] as const
const themeNames = [
  ['day', 'Day'],
  ['night', 'Night'],
] as const

interface PreviewPaneProps {
  /** The HTML document of the preview; null before the first one is rendered. */
  html: string | null
  problems: readonly PageProblem[]
  trouble: string | null
  isCurrent: boolean
  /**
   * Receives the function that scrolls the preview. The function moves a place of the text to a height in the visible
   * part of the preview, from 0 (top) to 1 (bottom).
   */
  scroll: RefObject<(place: ScrollPlace, height: number) => void>
}

/** The page as readers will see it, at the width of a phone or a desktop, in the day or night theme. */
export function PreviewPane({ html, problems, trouble, isCurrent, scroll }: PreviewPaneProps) {
  const [width, setWidth] = useState<keyof typeof widths>('phone')
  const [theme, setTheme] = useState(() => readTheme())
  const stage = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  useFittedFrame(stage, frame, widths[width])
  const { place, onLoad } = useDocument(frame, html, theme)
  scroll.current = place
  const [problem] = problems

  return (
    <section aria-label="Preview">
      <div className="row preview-bar">
        <RadioChips legend="Width" options={widthNames} chosen={width} onChoose={setWidth} />
        <RadioChips legend="Light" options={themeNames} chosen={theme} onChoose={setTheme} />
        <p className="soft" role="status">
          {trouble ?? (problem ? `Line ${problem.line}: ${problem.message}` : isCurrent ? '' : 'Drawing the page …')}
        </p>
      </div>
      <div ref={stage} className="preview-stage">
        <iframe
          ref={frame}
          title="The page as readers will see it"
          // The frame runs no scripts. It has the same origin, because the editor changes its document.
          sandbox="allow-same-origin allow-popups"
          hidden={html === null}
          onLoad={onLoad}
        />
      </div>
    </section>
  )
}

/** Gives the frame a width in pixels, and scales it down when the stage is narrower. */
function useFittedFrame(
  stage: RefObject<HTMLDivElement | null>,
  frame: RefObject<HTMLIFrameElement | null>,
  width: number,
) {
  useLayoutEffect(() => {
    const [outer, inner] = [stage.current, frame.current]
    if (!outer || !inner) return
    const fitFrame = () => {
      const scale = Math.min(1, outer.clientWidth / width)
      Object.assign(inner.style, {
        width: `${width}px`,
        height: `${outer.clientHeight / scale}px`,
        transform: `scale(${scale})`,
      })
    }
    const size = new ResizeObserver(fitFrame)
    size.observe(outer)
    fitFrame()
    return () => size.disconnect()
  }, [stage, frame, width])
}

/**
 * Shows a document in the frame. Later documents replace only the content of the first one, so that the scroll position
 * stays.
 */
function useDocument(frame: RefObject<HTMLIFrameElement | null>, html: string | null, theme: string) {
  const last = useRef<[place: ScrollPlace, height: number]>(null)
  const isLoaded = useRef(false)
  const isEmpty = html === null

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only for the first document; setUp shows later ones.
  useLayoutEffect(() => {
    if (html !== null && frame.current) frame.current.srcdoc = withOwnStyle(html)
  }, [isEmpty])

  const scrollToLast = () => {
    const page = frame.current?.contentWindow
    if (!last.current || !page || !isLoaded.current) return
    const [place, height] = last.current
    const topOf = (element: Element) => element.getBoundingClientRect().top + page.scrollY
    const headings = [...page.document.querySelectorAll('.prose :is(h2, h3)')]
    const end = page.document.querySelector('.prose')?.getBoundingClientRect().bottom ?? 0
    const top = calculateScrollTop(place, headings.map(topOf), end + page.scrollY) - page.innerHeight * height
    page.scrollTo({ top: Math.max(0, top), behavior: 'instant' })
  }
  const setUp = () => {
    const document = frame.current?.contentDocument
    if (!document) return
    document.documentElement.dataset.theme = theme
    const next = html && new DOMParser().parseFromString(html, 'text/html').getElementById('root')
    if (next) document.getElementById('root')?.replaceWith(document.adoptNode(next))
    scrollToLast()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: setUp is a new function on each render.
  useEffect(() => {
    if (isLoaded.current) setUp()
  }, [html, theme])
  return {
    place: (...to: [place: ScrollPlace, height: number]) => {
      last.current = to
      scrollToLast()
    },
    onLoad: () => {
      isLoaded.current = true
      setUp()
    },
  }
}

/**
 * Gives a preview the inline style of this page. If the site was built after this page was loaded, the preview has the
 * style of the new build, which the policy of this page refuses.
 */
function withOwnStyle(html: string): string {
  // The style of this page has no attributes, unlike the styles of extensions and of Vite's development server.
  const own = [...document.querySelectorAll('head > style')].find(({ attributes }) => attributes.length === 0)
  return own ? html.replace(/<style>[\s\S]*?<\/style>/, () => `<style>${own.textContent}</style>`) : html
}
