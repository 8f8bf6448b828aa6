/**
 * If a web font came too late for the first paint, keeps the fallback font while the page is open. With `font-display:
 * optional`, browsers should not use a late font. Chromium uses it anyway when style sheets arrive out of order. The
 * change of font would move the text of the page.
 */
export function keepFallbackFonts(): void {
  new PerformanceObserver((paints, observer) => {
    if (paints.getEntriesByName('first-contentful-paint').length === 0) return
    observer.disconnect()
    const { style } = document.documentElement
    const computed = getComputedStyle(document.documentElement)
    // Reads both properties before it changes one, because a read after a change makes the browser compute all styles
    // again.
    const families = ['--reading', '--display'].map((name) => ({ name, fonts: computed.getPropertyValue(name) }))
    for (const { name, fonts } of families) {
      const standIns = fonts.replace(/^[^,]+,/, '')
      if (measureText(fonts) === measureText(standIns)) style.setProperty(name, standIns)
    }
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
