/** The custom properties that name the fonts. For each, a second property names its fallback fonts (tokens.css). */
const fontProperties = ['--reading', '--display'] as const

/** Uses the fallback of a font while the page is open. A font that no text uses is not loaded. */
function setFallbackFont(name: (typeof fontProperties)[number]): void {
  document.documentElement.style.setProperty(name, `var(${name}-fallback)`)
}

/** Uses the fallback of every font while the page is open, so that the page loads no font. */
export const disableWebFonts = (): void => fontProperties.forEach(setFallbackFont)

/**
 * If a web font came too late for the first paint, keeps the fallback font while the page is open. With `font-display:
 * optional`, browsers should not use a late font. Chromium uses it anyway when style sheets arrive out of order. The
 * change of font would move the text of the page.
 */
export function keepFallbackFonts(): void {
  new PerformanceObserver((paints, observer) => {
    if (paints.getEntriesByName('first-contentful-paint').length === 0) return
    observer.disconnect()
    const computed = getComputedStyle(document.documentElement)
    // Measures all fonts before it changes one, because a read after a change makes the browser compute all styles again.
    const late = fontProperties.filter(
      (name) =>
        measureText(computed.getPropertyValue(name)) === measureText(computed.getPropertyValue(`${name}-fallback`)),
    )
    late.forEach(setFallbackFont)
  }).observe({ type: 'paint', buffered: true })
}

/**
 * Returns the width of a sample text in px. The width differs between a web font and its fallback.
 * @param fonts a CSS list of fonts
 */
function measureText(fonts: string): number {
  const canvas = document.createElement('canvas').getContext('2d')
  if (!canvas) return 0
  canvas.font = `700 99px ${fonts}`
  return canvas.measureText('Hamburgefonstiv').width
}
