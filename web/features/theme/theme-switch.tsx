import { Icon } from '../../ui/icon.tsx'

/**
 * Day or night. Follows the system until the reader chooses; choosing what the system has anyway forgets the choice.
 * The script in index.html applies a remembered choice before the first paint. Both icons are in the page and the style
 * sheet shows the right one, so the button is the same in every HTML.
 */
export function ThemeSwitch() {
  return (
    <button
      type="button"
      className="theme-switch round-button needs-scripts"
      aria-label="Change between day and night"
      onClick={toggle}
    >
      <Icon name="sun" />
      <Icon name="moon" />
    </button>
  )
}

function toggle() {
  const root = document.documentElement
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'night' : 'day'
  const next = (root.dataset.theme ?? system) === 'night' ? 'day' : 'night'
  if (next === system) delete root.dataset.theme
  else root.dataset.theme = next
  // The first colour of the browser's bar is the day's, the second the night's (index.html).
  document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]').forEach((colour, i) => {
    colour.media = (next === 'night') === (i === 1) ? 'all' : 'not all'
  })
  try {
    if (next === system) localStorage.removeItem('theme')
    else localStorage.setItem('theme', next)
  } catch {
    // Storage is blocked: the choice lasts as long as the page.
  }
}
