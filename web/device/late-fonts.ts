/**
 * Keeps the stand-in of a font that came too late for the first paint, for as long as the page is open. A browser does
 * not use such a font (font-display: optional), but Chromium takes it up later, when style sheets arrive out of order,
 * and the change of letters would move the page.
 */
export function keepStandInFonts(): void {
  new PerformanceObserver((paints, observer) => {
    if (paints.getEntriesByName('first-contentful-paint').length === 0) return
    observer.disconnect()
    const { style } = document.documentElement
    const computed = getComputedStyle(document.documentElement)
    for (const name of ['--reading', '--display']) {
      const fonts = computed.getPropertyValue(name)
      const standIns = fonts.replace(/^[^,]+,/, '')
      if (measureText(fonts) === measureText(standIns)) style.setProperty(name, standIns)
    }
  }).observe({ type: 'paint', buffered: true })
}

/** Returns the width of a text in px, which differs between a font and its stand-in. */
function measureText(fonts: string): number {
  const canvas = document.createElement('canvas').getContext('2d')
  if (!canvas) return 0
  canvas.font = `700 99px ${fonts}`
  return canvas.measureText('Hamburgefonstiv').width
}
